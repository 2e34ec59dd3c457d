import { Fragment, type ReactNode } from 'react'

/** Puts elements into the `{name}` placeholders of a text, so that each language keeps its word order. */
export const Sentence = ({ text, parts }: { text: string; parts: Record<string, ReactNode> }) =>
  text.split(/\{(\w+)\}/).map((piece, index) => (
    // The pieces of a text never change their order, so the index is a stable key.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={index}>{index % 2 ? parts[piece] : piece}</Fragment>
  ))
