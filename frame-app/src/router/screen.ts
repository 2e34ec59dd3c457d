import type { views } from '../features/views.ts'

/** A view of the table that loads after the first view. */
export type LaterViewName = keyof typeof views & string
export type ViewName = LaterViewName | 'Connect'

/** The data that a view needs. `view<Data>()` in the table of views carries this type. */
type DataOf<Name extends LaterViewName> = (typeof views)[Name] extends { readonly data?: infer Data }
  ? Exclude<Data, undefined>
  : never

/** A view from the table of views, with the data that it needs. */
export type Screen =
  | { view: 'Connect' }
  | {
      [Name in LaterViewName]: [DataOf<Name>] extends [never] ? { view: Name } : { view: Name; data: DataOf<Name> }
    }[LaterViewName]
