export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

/**
 * The Kolmogorov–Smirnov test. Returns the probability that two samples of one source differ at least as much as these
 * two.
 */
export const sameSourceProbability = (one: readonly number[], other: readonly number[]): number => {
  const [left, right] = [one.toSorted((a, b) => a - b), other.toSorted((a, b) => a - b)]
  let distance = 0
  let at = 0
  let by = 0
  while (at < left.length && by < right.length) {
    const value = Math.min(left[at] ?? 0, right[by] ?? 0)
    while (at < left.length && (left[at] ?? 0) <= value) at++
    while (by < right.length && (right[by] ?? 0) <= value) by++
    distance = Math.max(distance, Math.abs(at / left.length - by / right.length))
  }
  const size = Math.sqrt((left.length * right.length) / (left.length + right.length))
  const scaled = (size + 0.12 + 0.11 / size) * distance
  let sum = 0
  for (let term = 1; term <= 100; term++) sum += (term % 2 ? 2 : -2) * Math.exp(-2 * term ** 2 * scaled ** 2)
  return scaled < 0.2 ? 1 : Math.min(Math.max(sum, 0), 1)
}
