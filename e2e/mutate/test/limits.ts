const limits = { small: 10, large: 100 }
export const isWithin = (value: number, size: keyof typeof limits): boolean => value <= limits[size]

export const countTo = (end: number): number => {
  let count = 0
  while (count < end) count++
  return count
}

const seen: number[] = []
export const remember = (value: number): number => {
  seen.length = 0
  seen.push(value)
  return seen.length
}
