/** So many requests wait for the visitor at once; one more is refused. */
export const queueLimit = 10
