import type { ReactNode } from 'react'
import type { GeneralMessages } from './messages.ts'

type Loaded<Data> = (props: { data: Data }) => ReactNode

export type View<Data = never> = {
  /** Stands in the header as the view's h1. */
  title: (text: GeneralMessages, data: Data) => string
  /** A chunk of its own, or at hand where the first view must not wait. */
  load: () => Loaded<Data> | Promise<Loaded<Data>>
  /** What the header offers where there is no way back. `network` takes the place of the visible title. */
  corner?: 'help' | 'network'
  readonly data?: Data
}

export const view = <Data = never>(row: Omit<View<Data>, 'data'>): View<Data> => row
