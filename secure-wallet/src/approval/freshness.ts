/** An estimate of the effects that a card shows. `madeAt`: when the wallet asked the node, in ms since 1970. */
export type Estimate = {
  madeAt: number
  /** Asks the node again. Resolves with false if the effects are now worse than the card says. */
  isStillTrue(): Promise<boolean>
}

/** The oldest estimate on which a click counts (SECURITY-MODEL.md 3.6). */
const oldestMs = 12_000
/** While the card is visible, the wallet asks again after this time, so that the estimate stays young enough. */
const renewMs = 8_000

export type Freshness = {
  /** Asks the node again and again while the card is visible, and reports the time of each estimate that still holds. */
  follow(show: (madeAt: number) => void): void
  /** Resolves with whether the effects are still those of the card. Asks the node if the estimate is too old. */
  confirm(): Promise<boolean>
  /** Stops asking the node. */
  stop(): void
}

/**
 * Keeps the estimate of one card young until `ended` aborts. Calls `changed` if the effects became worse while the card
 * was visible.
 */
export const keepFresh = (estimate: Estimate, ended: AbortSignal, changed: () => void): Freshness => {
  const stopped = new AbortController()
  const signal = AbortSignal.any([ended, stopped.signal])
  let { madeAt } = estimate
  let show: ((madeAt: number) => void) | undefined
  let asking: Promise<boolean> | undefined

  const ask = async (): Promise<boolean> => {
    const askedAt = Date.now()
    const isTrue = await estimate.isStillTrue()
    if (isTrue && !signal.aborted) {
      madeAt = askedAt
      show?.(madeAt)
    }
    return isTrue
  }
  const renew = (): Promise<boolean> => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
  const keepAsking = async (): Promise<void> => {
    for (let waitMs = madeAt + renewMs - Date.now(); ; waitMs = renewMs) {
      await sleep(waitMs, signal)
      if (signal.aborted) return
      // If the node does not answer, the estimate only becomes older, and a click asks again.
      const isTrue = await renew().catch(() => null)
      if (isTrue === false && !signal.aborted) return changed()
    }
  }
  return {
    follow: (tell) => {
      const isFollowed = show !== undefined
      show = tell
      tell(madeAt)
      // A card that moves to the wallet window goes on with the same estimate.
      if (!isFollowed) void keepAsking()
    },
    confirm: async () => Date.now() - madeAt <= oldestMs || (await renew().catch(() => false)),
    stop: () => stopped.abort(),
  }
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, ms))
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
