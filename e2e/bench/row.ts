import type { Browser } from '@playwright/test'
import type { MailBox } from '../stack/mail/mailBox.ts'
import type { StackAddresses } from '../stack/stack.ts'

/** One line of the table. `floor` is the best possible value in the same run, and `bound` is the limit. */
export type BenchRow = { figure: string; measured: string; floor?: string; bound: string; holds: boolean }

export type BenchContext = {
  stack: StackAddresses
  /** The mailbox that receives the mails of the stack. */
  mailBox: MailBox
  launch(args?: string[]): Promise<Browser>
  /** Adds a page to the product's server, under any `*.localhost` name. */
  floor: {
    add(name: string, html: string | Uint8Array, headers?: Record<string, string>): void
    url(host: string, name: string): string
  }
  /** How often each figure is measured. The table shows the median. */
  rounds: number
}
export type MeasureRows = (context: BenchContext) => Promise<BenchRow[]>

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** Half of the difference between the largest and the smallest value. */
export const halfRange = (values: number[]): number => (Math.max(...values) - Math.min(...values)) / 2

/** The milliseconds between two animation frames at 60 Hz. */
export const animationFrameMs = 1000 / 60

export const formatMilliseconds = (value: number): string => `${value.toFixed(1)} ms`
export const formatBytes = (value: number): string => `${value.toLocaleString('en')} B`
