import { frameOrigin, secureOrigin } from '../origins.ts'

const both = `${frameOrigin} ${secureOrigin}`

/** The tokens are those of security.md 3.1; a wallet's own scheme may be opened by a tap. In the order that packs best. */
export const createFrame = (path: string): HTMLIFrameElement =>
  Object.assign(document.createElement('iframe'), {
    src: `${frameOrigin}/f/${path}`,
    allow: `publickey-credentials-get ${both};publickey-credentials-create ${both};clipboard-write ${frameOrigin};storage-access ${secureOrigin}`,
    sandbox:
      'allow-forms allow-scripts allow-top-navigation-to-custom-protocols allow-popups allow-popups-to-escape-sandbox allow-same-origin',
    referrerPolicy: 'strict-origin',
  })
