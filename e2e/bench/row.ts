import type { Browser } from '@playwright/test'
import type { MailBox } from '../stack/mail/mailBox.ts'
import type { StackAddresses } from '../stack/stack.ts'

/** One line of the table. `floor` is the least that the same run could reach, `bound` the most that is allowed. */
export type Row = { figure: string; measured: string; floor?: string; bound: string; holds: boolean }

export type BenchContext = {
  stack: StackAddresses
  /** Where the stack's mails arrive. */
  mailBox: MailBox
  launch(): Promise<Browser>
  /** A page or a frame of the measuring stick's own server: pieces of HTML by path, on any `*.localhost` name. */
  floor: { add(path: string, html: string): void; url(host: string, path: string): string }
  /** How often each is measured; the median counts. */
  rounds: number
}
export type Measure = (context: BenchContext) => Promise<Row[]>

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

export const milliseconds = (value: number): string => `${value.toFixed(1)} ms`
export const bytes = (value: number): string => `${value.toLocaleString('en')} B`
