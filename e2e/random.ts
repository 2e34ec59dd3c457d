/**
 * A linear congruential generator (Numerical Recipes) of numbers from 0 to 1. The same start gives the same numbers, so
 * that a run can be repeated.
 */
export const createRandom = (start: number): (() => number) => {
  let state = start
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
