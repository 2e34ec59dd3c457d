/**
 * An error that only the operator can mend. Its message is a sentence for the log: it says what is wrong and the way
 * out, and quotes no secret and nothing about a visitor.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
  readonly code: 'DATABASE_IN_USE' | 'DATABASE_LEASE_LOST' | 'DATABASE_NOT_MOVED' | 'KEY_REFUSED'

  constructor(code: OperatorError['code'], message: string) {
    super(message)
    this.code = code
  }
}
