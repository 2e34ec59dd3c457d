import type { KeyboardEvent, ReactNode } from 'react'
import styles from './Tabs.module.css'

type Props<Id extends string> = {
  /** The accessible name of the tab list. */
  label: string
  segments: readonly { id: Id; name: string }[]
  selected: Id
  onSelect: (id: Id) => void
}

const tabId = (id: string) => `tab-${id}`
const panelId = 'tab-panel'

/** A row of tabs. Arrow keys move the focus and select. */
export const Tabs = <Id extends string>({ label, segments, selected, onSelect }: Props<Id>) => {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = nextPlace(
      event,
      segments.findIndex(({ id }) => id === selected),
      segments.length,
    )
    const next = at === null ? undefined : segments[at]
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    document.getElementById(tabId(next.id))?.focus()
  }
  return (
    <div className={styles.segments} role="tablist" aria-label={label} onKeyDown={move}>
      {segments.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={tabId(id)}
          className={styles.segment}
          aria-selected={id === selected}
          aria-controls={panelId}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
          data-testid={tabId(id)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

/** The content of the selected tab. */
export const TabPanel = ({ selected, children }: { selected: string; children: ReactNode }) => (
  <div className={styles.panel} role="tabpanel" id={panelId} aria-labelledby={tabId(selected)}>
    {children}
  </div>
)

const nextPlace = (event: KeyboardEvent<HTMLElement>, at: number, count: number): number | null => {
  // Alt or Meta with an arrow key goes back.
  if (event.altKey || event.ctrlKey || event.metaKey) return null
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (event.key === 'Home') return 0
  if (event.key === 'End') return count - 1
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return null
  return (at + (event.key === forward ? 1 : count - 1)) % count
}
