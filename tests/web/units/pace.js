// A time that runs down, on a clock of the test's own.

import { equal } from "./assert.js";
import { Countdown } from "/static/pace.js";

function watch() {
  const it = { time: 0, away: false, tick: null, drawn: 0, done: 0 };
  const clock = {
    now: () => it.time,
    every: (ms, tick) => (it.tick = tick),
    end: () => (it.tick = null),
    hidden: () => it.away,
  };
  const pass = (ms) => {
    it.time += ms;
    it.tick?.();
  };
  const countdown = new Countdown(() => (it.drawn += 1), clock);
  countdown.start(2, () => (it.done += 1));
  return { it, pass, countdown };
}

export function it_calls_back_once_at_its_end() {
  const { it, pass, countdown } = watch();
  pass(900);
  equal([countdown.seconds, it.done, it.drawn], [2, 0, 0]);
  pass(200);
  equal([countdown.seconds, it.done, it.drawn], [1, 0, 1]);
  pass(1000);
  pass(1000);
  equal([countdown.runs, it.done, it.tick], [false, 1, null]);
}

export function no_time_passes_while_it_is_paused_or_nobody_looks() {
  const { it, pass, countdown } = watch();
  countdown.paused = true;
  pass(60_000);
  countdown.paused = false;
  it.away = true;
  pass(60_000);
  it.away = false;
  pass(1500);
  equal([countdown.seconds, it.done], [1, 0]);
  pass(600);
  equal(it.done, 1);
}

export function a_time_that_is_stopped_ends_nothing() {
  const { it, pass, countdown } = watch();
  countdown.stop();
  pass(60_000);
  equal([it.done, countdown.seconds], [0, 0]);
}
