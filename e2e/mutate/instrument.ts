import { findMutants, type Mutant } from './findMutants.ts'

/** A mutant with its number, which is unique in a run, and its line. `source` is the text that it replaces. */
export type NumberedMutant = Mutant & { id: number; path: string; line: number; source: string }
type InstrumentedModule = { code: string; mutants: NumberedMutant[] }

/**
 * Rewrites a module so that it contains every mutant, and asks at run time which one is active. So a test run needs no
 * other code for the next mutant. `globalThis.isActiveMutant` answers, and learns which mutants a test reaches.
 */
export const instrument = (path: string, text: string, firstId: number): InstrumentedModule => {
  const { mutants, statementStarts } = findMutants(path, text)
  const numbered = mutants.map((mutant, index) => ({
    ...mutant,
    id: firstId + index,
    path,
    line: text.slice(0, mutant.start).split('\n').length,
    source: text.slice(mutant.start, mutant.end),
  }))
  const code = `${write(text, groupBySpan(numbered), statementStarts)}\n${switchFunction}`
  return { code, mutants: numbered }
}

/** A module outside a test's worker has no switch, and runs unchanged. */
const switchFunction = 'function isMutant(id) { return globalThis.isActiveMutant?.(id) === true }\n'

type Span = { start: number; end: number; mutants: NumberedMutant[] }

/** The spans that have mutants, an outer one before those that it contains. */
const groupBySpan = (mutants: readonly NumberedMutant[]): Span[] => {
  const spans = new Map<string, Span>()
  for (const mutant of mutants) {
    const { start, end } = mutant
    const span = spans.get(`${start}-${end}`) ?? { start, end, mutants: [] }
    spans.set(`${start}-${end}`, { ...span, mutants: [...span.mutants, mutant] })
  }
  return [...spans.values()].sort((a, b) => a.start - b.start || b.end - a.end)
}

const write = (text: string, spans: readonly Span[], statementStarts: ReadonlySet<number>): string => {
  let next = 0
  /** `outer`: the start of the span that contains the range. */
  const writeRange = (from: number, to: number, outer?: number): string => {
    let code = ''
    let at = from
    for (let span = spans[next]; span && span.start < to; span = spans[next]) {
      next++
      code += text.slice(at, span.start) + writeSpan(span, span.start !== outer)
      at = span.end
    }
    return code + text.slice(at, to)
  }
  const writeSpan = ({ start, end, mutants }: Span, isFirst: boolean): string => {
    const original = writeRange(start, end, start)
    if (mutants[0]?.kind === 'block') return `{ if (!isMutant(${mutants[0].id})) ${original} }`
    const choices = mutants.map(({ id, replacement }) => `isMutant(${id}) ? (${replacement}) : `).join('')
    // Without a semicolon before it, a parenthesis would continue the statement of the line above.
    return `${isFirst && statementStarts.has(start) ? '0, ' : ''}(${choices}${original})`
  }
  return writeRange(0, text.length)
}
