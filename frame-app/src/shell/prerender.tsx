import '../ui/base.css'
import { Provider } from 'jotai/react'
import { createStore } from 'jotai/vanilla'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { GuideLink } from '../features/connect/ConnectView.tsx'
import { Agreement, LegalCheckbox } from '../features/connect/Legal.tsx'
import { generalMessages } from '../features/messages.ts'
import { titleMessages } from '../features/views.ts'
import { Body, Foot } from '../ui/Body.tsx'
import { Button } from '../ui/Button.tsx'
import { List } from '../ui/ListItem.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SkeletonRow } from '../ui/Skeleton.tsx'
import { Card } from './Card.tsx'
import styles from './Frame.module.css'
import { Frame } from './Frame.tsx'
import { HelpButton } from './HeaderAction.tsx'

/**
 * Renders the loading state of the first view from its real components, so that nothing moves when React takes over.
 * The server repeats or drops the markup between a pair of comments.
 */
export const prerender = (): string =>
  renderToStaticMarkup(
    <Provider store={createStore()}>
      <div className={styles.prerendered}>
        <Frame lang="en">
          <Card title={titleMessages.en.connectWallet} headerAction={<HelpButton />}>
            <Connect />
          </Card>
        </Frame>
      </div>
    </Provider>,
  )
    .replaceAll(/<(\/?)x-([a-z]+)>/g, '<!--$1$2-->')
    // The sentence has one link, or both with a conjunction between them.
    .replaceAll(
      /(<a [^>]*%TERMS_URL%[^>]*>.*?<\/a>)(.*?)(<a [^>]*%PRIVACY_URL%[^>]*>.*?<\/a>)/g,
      '<!--terms-->$1<!--/terms--><!--both-->$2<!--/both--><!--privacy-->$3<!--/privacy-->',
    )

const { en } = generalMessages

const Connect = () => (
  <>
    <Body>
      <Marker name="checkbox">
        <Marker name="linked">
          <LegalCheckbox {...links} checked={false} />
        </Marker>
        <Marker name="unlinked">
          <LegalCheckbox checked={false} />
        </Marker>
      </Marker>
      <div hidden id="failure" className={styles.failure}>
        <Notice tone="danger" title={en.chunkFailed} action={<TryAgain />}>
          {en.chunkFailedNext}
        </Notice>
      </div>
      <Marker name="email">
        <SkeletonRow />
      </Marker>
      <List>
        <Marker name="row">
          <SkeletonRow />
        </Marker>
      </List>
    </Body>
    <Foot>
      <Marker name="guide">
        <GuideLink />
      </Marker>
      <Marker name="legal">
        <div className={styles.agreement}>
          <Agreement {...links} />
        </div>
      </Marker>
    </Foot>
  </>
)

/** `effects/prepared.ts` handles the press. */
const TryAgain = () => (
  <Button size="small" icon="retry" onClick={() => {}}>
    {en.tryAgain}
  </Button>
)

const links = { termsUrl: '%TERMS_URL%', privacyUrl: '%PRIVACY_URL%' }

type MarkerName = 'email' | 'row' | 'guide' | 'legal' | 'checkbox' | 'linked' | 'unlinked'

/** React renders no comments, so `prerender` turns these elements into comments. */
const Marker = ({ name, children }: { name: MarkerName; children: ReactNode }) =>
  createElement(`x-${name}`, null, children)
