/** At most this many requests wait for the visitor. A further request is refused. */
export const waitingRequestLimit = 10
