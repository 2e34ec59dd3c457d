/** The arguments of `npm run attack --`: gates, words in file paths, and the length and start of long attacks. */
export const readArguments = (given: readonly string[]) => {
  const env: { [name: string]: string } = {}
  const gates: string[] = []
  const words: string[] = []
  for (const one of given) {
    const [, minutes] = /^--minutes=(\d+(?:\.\d+)?)$/.exec(one) ?? []
    if (one === '--resume') env.ATTACK_RESUME = '1'
    else if (minutes) env.ATTACK_MINUTES = minutes
    else if (one.startsWith('-')) throw new Error(`${one} is not known. There are --resume and --minutes=20.`)
    else if (/^g\d+$/i.test(one)) gates.push(one.toUpperCase())
    else words.push(one)
  }
  return { gates, words, env }
}
