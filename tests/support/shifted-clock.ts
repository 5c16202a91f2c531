// Loaded before a program (`node --import`) to set its clock ahead by the milliseconds in CLOCK_AHEAD_MS.
const ahead = Number(process.env.CLOCK_AHEAD_MS)
const Machine = Date

globalThis.Date = class extends Machine {
  constructor(...given: [number]) {
    super(...(given.length > 0 ? given : ([Machine.now() + ahead] as const)))
  }

  static override now(): number {
    return Machine.now() + ahead
  }
} as DateConstructor
