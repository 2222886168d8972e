// What scrolls sideways can be reached and scrolled with the keyboard, and the search has a name.
window.addEventListener("load", () => {
  document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
  for (const block of document.querySelectorAll("pre > code, .md-typeset__scrollwrap")) {
    if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
  }
});
