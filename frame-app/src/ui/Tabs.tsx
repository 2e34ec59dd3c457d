import type { KeyboardEvent, ReactNode } from 'react'
import styles from './Tabs.module.css'

type Props<Id extends string> = {
  /** The accessible name of the tab list. */
  label: string
  tabs: readonly { id: Id; name: string }[]
  selected: Id
  onSelect: (id: Id) => void
}

const tabId = (id: string) => `tab-${id}`
const panelId = 'tab-panel'

/** A row of tabs. Arrow keys move the focus to another tab and select it. */
export const Tabs = <Id extends string>({ label, tabs, selected, onSelect }: Props<Id>) => {
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const index = nextIndex(
      event,
      tabs.findIndex(({ id }) => id === selected),
      tabs.length,
    )
    const next = index === null ? undefined : tabs[index]
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    document.getElementById(tabId(next.id))?.focus()
  }
  return (
    <div className={styles.segments} role="tablist" aria-label={label} onKeyDown={handleKey}>
      {tabs.map(({ id, name }) => (
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

/** The panel with the content of the selected tab. */
export const TabPanel = ({ selected, children }: { selected: string; children: ReactNode }) => (
  <div className={styles.panel} role="tabpanel" id={panelId} aria-labelledby={tabId(selected)}>
    {children}
  </div>
)

const nextIndex = (event: KeyboardEvent<HTMLElement>, index: number, count: number): number | null => {
  // Ignores an arrow key with a modifier, because browsers use it to go back.
  if (event.altKey || event.ctrlKey || event.metaKey) return null
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (event.key === 'Home') return 0
  if (event.key === 'End') return count - 1
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return null
  return (index + (event.key === forward ? 1 : count - 1)) % count
}
