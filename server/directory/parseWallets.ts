import * as v from 'valibot'
import { findSyntaxErrorLine } from '../src/config/jsonPositions.ts'
import { operatorRowSchema } from './operatorRow.ts'
import { shippedRowSchema } from './schema.ts'

export type RowProblem = { line: number; reason: string }
type Parsed<Row> = { wallets: Row[]; problems: RowProblem[] }
type RowSchema<Row> = v.GenericSchema<unknown, Row>

/** Parses the shipped wallets.json. Returns the valid rows, and the line and reason of each problem. */
export const parseWallets = (json: string) => parseRows(json, shippedRowSchema)

/** Parses an operator's file of wallets. Returns the valid rows, and the line and reason of each problem. */
export const parseOperatorWallets = (json: string) => parseRows(json, operatorRowSchema)

const parseRows = <Row extends { id: string }>(json: string, schema: RowSchema<Row>): Parsed<Row> => {
  const found = readRows(json)
  if (!Array.isArray(found)) return { wallets: [], problems: [found] }
  const wallets: Row[] = []
  const problems: RowProblem[] = []
  const starts = rowStarts(json)
  const ids = new Map<string, number>()
  for (const [index, value] of found.entries()) {
    const start = starts[index] ?? 0
    const line = lineAt(json, start)
    const row = v.safeParse(schema, value, { abortPipeEarly: true })
    const twin = row.success ? ids.get(row.output.id) : undefined
    if (!row.success) problems.push(...row.issues.map((issue) => describe(json, start, issue)))
    else if (twin) problems.push({ line, reason: `id: line ${twin} has the same one` })
    else {
      ids.set(row.output.id, line)
      wallets.push(row.output)
    }
  }
  return { wallets, problems }
}

const readRows = (json: string): unknown[] | RowProblem => {
  let file: unknown
  try {
    file = JSON.parse(json)
  } catch (cause) {
    // The message of `JSON.parse` quotes the file and may contain line breaks, which would break the list of problems.
    const message = cause instanceof Error ? cause.message.replace(/\s+/g, ' ') : ''
    return { line: findSyntaxErrorLine(json), reason: `this is not JSON: ${message}` }
  }
  const shape = v.safeParse(v.strictObject({ wallets: v.array(v.unknown()) }), file)
  return shape.success ? shape.output.wallets : { line: 1, reason: 'must be { "wallets": [ … ] } and nothing else' }
}

/** Finds the offset of each wallet row in the JSON text. The text is valid JSON, so counting brackets is enough. */
const rowStarts = (json: string): number[] => {
  const starts: number[] = []
  let depth = 0
  for (const token of json.matchAll(/"(?:[^"\\]|\\.)*"|[^\s,:[\]{}"]+|[[\]{}]/g)) {
    if (depth === 2 && !/[\]}]/.test(token[0])) starts.push(token.index)
    if (token[0] === '{' || token[0] === '[') depth++
    if (token[0] === '}' || token[0] === ']') depth--
  }
  return starts
}

const lineAt = (json: string, offset: number): number => json.slice(0, offset).split('\n').length

const describe = (json: string, start: number, issue: v.BaseIssue<unknown>): RowProblem => {
  const field = v.getDotPath(issue)
  const key = field?.split('.')[0]
  const at = key ? json.indexOf(`"${key}"`, start) : -1
  // A missing field has no line, so report the line of its row.
  const missing = issue.input === undefined || at < 0
  return { line: lineAt(json, missing ? start : at), reason: field ? `${field}: ${issue.message}` : issue.message }
}
