/**
 * The client numbers a request with the millisecond and three random digits, so of those that begin in one millisecond two
 * could have one number, and both the answer of the first. Each begins in a millisecond of its own.
 */
export const createTurns = () => {
  let turn = Promise.resolve()
  return (): Promise<void> => {
    const mine = turn
    // The number is there once what follows at once has run.
    turn = mine.then(() => wait(0)).then(() => wait(2))
    return mine
  }
}
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
