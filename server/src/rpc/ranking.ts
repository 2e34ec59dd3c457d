/** Only this many latest samples of a node count. */
const sampleLimit = 10
const stabilityWeight = 0.7
const latencyWeight = 0.3

type Sample = { ms: number; ok: boolean }

/** Ranks nodes by the share and the speed of their answers. Keeps the last samples of each node. */
export const createNodeRanking = (urls: readonly string[]) => {
  const samples = new Map<string, Sample[]>(urls.map((url) => [url, []]))

  return {
    add: (url: string, sample: Sample): void => {
      const own = samples.get(url)
      own?.push(sample)
      if (own && own.length > sampleLimit) own.shift()
    },
    /** Orders the nodes from best to worst. Untried nodes keep their configured order, before nodes that fail. */
    order: (): string[] => {
      const slowest = Math.max(1, ...[...samples.values()].flat().map(({ ms }) => ms))
      const scored = urls.map((url) => ({ url, score: score(samples.get(url) ?? [], slowest) }))
      return scored.toSorted((one, other) => other.score - one.score).map(({ url }) => url)
    },
  }
}

export type NodeRanking = ReturnType<typeof createNodeRanking>

const score = (samples: readonly Sample[], slowest: number): number => {
  if (samples.length === 0) return stabilityWeight
  const answered = samples.filter(({ ok }) => ok)
  if (answered.length === 0) return 0
  const meanMs = answered.reduce((sum, { ms }) => sum + ms, 0) / answered.length
  return stabilityWeight * (answered.length / samples.length) + latencyWeight * (1 - meanMs / slowest)
}
