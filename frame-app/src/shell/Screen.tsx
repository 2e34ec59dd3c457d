import { useAtomValue, useSetAtom } from 'jotai/react'
import { useRef } from 'react'
import { visitAtom } from '../core/state/modal.ts'
import { generalMessages } from '../features/messages.ts'
import { useMessages } from '../features/useMessages.ts'
import { historyAtom } from '../router/historyAtom.ts'
import { animationDirectionAtom, screenAtom } from '../router/router.ts'
import { Body, ViewFoot } from '../ui/Body.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Hero } from '../ui/Hero.tsx'
import { IconBox } from '../ui/IconBox.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { loadViewAtom, viewStateAtom } from './loadedViews.ts'
import styles from './Screen.module.css'
import { useExitAnimation } from './useExitAnimation.ts'

/** Shows the current view, and for 150 ms the previous view, which fades out. */
export const Screen = () => {
  const direction = useAtomValue(animationDirectionAtom)
  const key = useScreenKey()
  const viewRef = useRef<HTMLDivElement>(null)
  const leavingRef = useRef<HTMLDivElement>(null)
  useExitAnimation({ key, isAnimated: direction !== 'none', viewRef, leavingRef })
  return (
    <div className={`${styles.screen} ${styles[direction]}`}>
      <div key={key} ref={viewRef} className={styles.view}>
        <CurrentView />
      </div>
      <div ref={leavingRef} className={styles.ghosts} aria-hidden="true" inert />
    </div>
  )
}

/** The key of the current screen: visit, length of the history and view. React mounts a screen with another key anew. */
export const useScreenKey = (): string =>
  `${useAtomValue(visitAtom)} ${useAtomValue(historyAtom).length} ${useAtomValue(screenAtom).view}`

const CurrentView = () => {
  const screen = useAtomValue(screenAtom)
  const state = useAtomValue(viewStateAtom)
  const load = useSetAtom(loadViewAtom)
  const text = useMessages(generalMessages)
  if (state.status === 'loading') return <Loading />
  if (state.status === 'failed')
    return <Failed title={text.chunkFailed} lead={text.chunkFailedNext} onRetry={() => void load(screen.view)} />
  const { View } = state
  return (
    <ErrorBoundary fallback={(retry) => <Failed title={text.viewFailed} lead={text.viewFailedNext} onRetry={retry} />}>
      <View data={('data' in screen ? screen.data : undefined) as never} />
    </ErrorBoundary>
  )
}

const Loading = () => {
  const text = useMessages(generalMessages)
  return (
    <div className={styles.waiting} role="status" aria-label={text.loading}>
      <Spinner />
    </div>
  )
}

const Failed = ({ title, lead, onRetry }: { title: string; lead: string; onRetry: () => void }) => {
  const text = useMessages(generalMessages)
  return (
    <>
      <div role="alert">
        <Body>
          <Hero image={<IconBox size={64} icon="warn" tone="warn" />} title={title}>
            {lead}
          </Hero>
        </Body>
      </div>
      <ViewFoot>
        <Button variant="primary" icon="retry" onClick={onRetry}>
          {text.tryAgain}
        </Button>
      </ViewFoot>
    </>
  )
}
