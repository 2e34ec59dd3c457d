import type { views } from '../features/views.ts'

export type ViewName = keyof typeof views & string

/** `view<Data>()` of the table carries its data's type. */
type DataOf<Name extends ViewName> = (typeof views)[Name] extends { readonly data?: infer Data }
  ? Exclude<Data, undefined>
  : never

/** What to show: a row of the table of views, with the data that this view asks for. */
export type Screen = {
  [Name in ViewName]: [DataOf<Name>] extends [never] ? { view: Name } : { view: Name; data: DataOf<Name> }
}[ViewName]
