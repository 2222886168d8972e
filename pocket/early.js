// @ts-check
// The engine begins to load while the browser still reads the other files of the page.

import { begin } from "./transport.js";

begin();
