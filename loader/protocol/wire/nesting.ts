type Bounds = {
  depth: number
  nodes?: number
  /** Returns whether one object or array is allowed, by its own keys or length alone. */
  accepts?: (value: object) => boolean
}

/** Checks parsed JSON level by level. Recursion would let a deep value of a few kilobytes overflow the stack. */
export const isWithinBounds = (
  value: unknown,
  { depth, nodes = Number.POSITIVE_INFINITY, accepts = () => true }: Bounds,
): boolean => {
  let seen = 0
  let level: unknown[] = [value]
  for (let reached = 0; level.length > 0; reached++) {
    seen += level.length
    if (reached > depth) return false
    const next: unknown[] = []
    for (const item of level) {
      if (!item || typeof item !== 'object') continue
      if (!accepts(item)) return false
      const children = Object.values(item)
      if (seen + next.length + children.length > nodes) return false
      for (const child of children) next.push(child)
    }
    level = next
  }
  return true
}
