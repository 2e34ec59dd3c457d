/** Only this many latest samples of an endpoint count. */
const sampleLimit = 10
const stabilityWeight = 0.7
const latencyWeight = 0.3

type Sample = { ms: number; ok: boolean }

/** Keeps the last samples of each endpoint and orders them from best to worst. */
export const createRanking = (urls: readonly string[]) => {
  const samples = new Map<string, Sample[]>(urls.map((url) => [url, []]))

  return {
    add: (url: string, sample: Sample): void => {
      const own = samples.get(url)
      own?.push(sample)
      if (own && own.length > sampleLimit) own.shift()
    },
    /** Untried endpoints keep their configured order, before the endpoints that fail. */
    order: (): string[] => {
      const slowest = Math.max(1, ...[...samples.values()].flat().map(({ ms }) => ms))
      const scored = urls.map((url) => ({ url, score: score(samples.get(url) ?? [], slowest) }))
      return scored.toSorted((one, other) => other.score - one.score).map(({ url }) => url)
    },
  }
}

export type Ranking = ReturnType<typeof createRanking>

const score = (samples: readonly Sample[], slowest: number): number => {
  if (samples.length === 0) return stabilityWeight
  const answered = samples.filter(({ ok }) => ok)
  if (answered.length === 0) return 0
  const meanMs = answered.reduce((sum, { ms }) => sum + ms, 0) / answered.length
  return stabilityWeight * (answered.length / samples.length) + latencyWeight * (1 - meanMs / slowest)
}
