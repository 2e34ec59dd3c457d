import { frameOrigin, secureOrigin } from './origins.ts'

const both = `${frameOrigin} ${secureOrigin}`

/** The tokens are those of security.md 3.1; a wallet's own scheme may be opened by a tap. */
export const createFrame = (path: string): HTMLIFrameElement =>
  Object.assign(document.createElement('iframe'), {
    allow: `publickey-credentials-get ${both};publickey-credentials-create ${both};clipboard-write ${frameOrigin};storage-access ${secureOrigin}`,
    sandbox:
      'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-to-custom-protocols',
    src: `${frameOrigin}/f/${path}`,
    title: 'AppKit',
    referrerPolicy: 'strict-origin',
  })
