// Node loads this file before a process of the product and moves its clock. See clock.ts.
const moveMs = Number(process.env.CLOCK_MOVE_MS)
const realNow = Date.now
Date.now = () => realNow() + moveMs
globalThis.Date = new Proxy(Date, {
  construct: (RealDate, given) => new RealDate(...(given.length > 0 ? given : [Date.now()])),
})
