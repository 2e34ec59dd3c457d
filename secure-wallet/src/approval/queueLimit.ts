/** At most this many requests wait for the visitor. The next one is refused. */
export const queueLimit = 10
