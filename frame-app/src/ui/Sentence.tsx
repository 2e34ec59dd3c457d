import { Fragment, type ReactNode } from 'react'

/** A text whose `{name}` places hold elements, so that each language keeps its own order of words. */
export const Sentence = ({ text, parts }: { text: string; parts: Record<string, ReactNode> }) =>
  text.split(/\{(\w+)\}/).map((piece, index) => (
    // The pieces of one text never change places.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={index}>{index % 2 ? parts[piece] : piece}</Fragment>
  ))
