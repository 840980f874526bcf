// A preload script that shifts the clock of a worker and its child processes by CLOCK_OFF_MS.
const offMs = Number(process.env.CLOCK_OFF_MS)
const Real = Date

globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + offMs)
    else super(...given)
  }
  static now() {
    return Real.now() + offMs
  }
}
