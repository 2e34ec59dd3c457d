import type { ReactNode } from 'react'
import { Body } from '../../ui/Body.tsx'
import { SegmentPanel, Segments } from '../../ui/Segments.tsx'
import { useMessages } from '../useMessages.ts'
import { walletConnectMessages } from './messages.ts'
import type { Way } from './ways.ts'

export type Tabs = { ways: Way[]; way: Way; choose: (way: Way) => void }

/** What scrolls, under the tabs where there is a choice. */
export const WayTabs = ({ tabs, children }: { tabs: Tabs | null; children: ReactNode }) => {
  const text = useMessages(walletConnectMessages)
  if (!tabs || tabs.ways.length === 1) return <Body>{children}</Body>
  return (
    <Body>
      <Segments
        label={text.where}
        segments={tabs.ways.map((id) => ({ id, name: text[id] }))}
        selected={tabs.way}
        onSelect={tabs.choose}
      />
      <SegmentPanel selected={tabs.way}>{children}</SegmentPanel>
    </Body>
  )
}
