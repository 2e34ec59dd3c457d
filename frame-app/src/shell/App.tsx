import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { isShakingAtom, setRenderedVisitAtom, viewportInsetsAtom, visitAtom } from '../core/state/modal.ts'
import { announcementAtom } from '../features/announcements.ts'
import { textLocaleAtom } from '../features/language.ts'
import { generalMessages } from '../features/messages.ts'
import { useMessages, useReadMessages } from '../features/useMessages.ts'
import { screenAtom } from '../router/router.ts'
import { safeCloseAtom } from '../router/safeClose.ts'
import { signInViews } from '../router/viewPurposes.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { Card } from './Card.tsx'
import { FocusGuard } from './FocusGuard.tsx'
import { Frame } from './Frame.tsx'
import { HeaderAction } from './HeaderAction.tsx'
import { viewRowAtom } from './loadedViews.ts'
import { Screen, useScreenKey } from './Screen.tsx'
import { useFocus } from './useFocus.ts'
import { useHeightAnimation } from './useHeightAnimation.ts'
import { useShortcuts } from './useShortcuts.ts'

export const App = (): ReactNode => {
  const cardRef = useRef<HTMLElement>(null)
  const contentRef = useRef<HTMLDivElement>(null)
  const visit = useAtomValue(visitAtom)
  const isShaking = useAtomValue(isShakingAtom)
  const lang = useAtomValue(textLocaleAtom)
  const row = useAtomValue(viewRowAtom)
  const title = useTitle()
  const close = useSetAtom(safeCloseAtom)
  const setRenderedVisit = useSetAtom(setRenderedVisitAtom)
  useLayoutEffect(() => setRenderedVisit(visit), [visit, setRenderedVisit])
  const notePress = useFocus(cardRef, useScreenKey())
  useHeightAnimation(cardRef, contentRef, visit)
  useShortcuts(cardRef)
  return (
    <FocusGuard cardRef={cardRef}>
      <Frame
        liveRegions={<LiveRegions />}
        frameRef={useInsets()}
        lang={lang}
        isShaking={isShaking}
        visit={visit}
        onClickOutside={() => void close()}
      >
        <Card
          title={title}
          isTitleHidden={row?.headerAction === 'network'}
          headerAction={<HeaderAction />}
          alerts={<LazyAlerts />}
          onClose={() => void close()}
          onClickCapture={notePress}
          cardRef={cardRef}
          contentRef={contentRef}
        >
          <Screen />
        </Card>
        <LazyToasts />
      </Frame>
    </FocusGuard>
  )
}

/** The title of the current view, or an empty text until the table of views has loaded. */
const useTitle = (): string => {
  const read = useReadMessages()
  const screen = useAtomValue(screenAtom)
  return useAtomValue(viewRowAtom)?.title(read, ('data' in screen ? screen.data : undefined) as never) ?? ''
}

/**
 * Sets the insets: the parts of the frame that the host page and the on-screen keyboard cover. The CSP forbids style
 * attributes in markup, so a script sets CSS variables.
 */
const useInsets = () => {
  const frameRef = useRef<HTMLDivElement>(null)
  const insets = useAtomValue(viewportInsetsAtom)
  useLayoutEffect(() => {
    for (const [side, pixels] of Object.entries(insets))
      frameRef.current?.style.setProperty(`--inset-${side}`, `${pixels}px`)
  }, [insets])
  return frameRef
}

/**
 * Regions for screen readers with announcements that are not visible. They exist from the start, because screen readers
 * announce only changes within a region.
 */
const LiveRegions = () => {
  const text = useMessages(generalMessages)
  const announcement = useAtomValue(announcementAtom)
  const { view } = useAtomValue(screenAtom)
  const isShaking = useAtomValue(isShakingAtom)
  return (
    <>
      <div role="status">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </div>
      <div role="alert">
        <VisuallyHidden>{isShaking && (signInViews.has(view) ? text.signInRefused : text.closeRefused)}</VisuallyHidden>
      </div>
    </>
  )
}

const LazyAlerts = lazyComponent(async () => (await import('./chunk.ts')).Alerts)
const LazyToasts = lazyComponent(async () => (await import('./chunk.ts')).Toasts)
