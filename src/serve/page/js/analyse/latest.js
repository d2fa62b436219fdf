/** @file Work that newer work takes the place of. */

/** Gives each round of work a signal; the next round, or leaving the tab, aborts it. */
export class Latest {
  /** @param {AbortSignal} leave */
  constructor(leave) {
    this.leave = leave;
    this.controller = new AbortController();
  }

  /** Ends the work and begins anew. */
  start() {
    this.stop();
    this.controller = new AbortController();
    return AbortSignal.any([this.leave, this.controller.signal]);
  }

  stop() {
    this.controller.abort();
  }
}
