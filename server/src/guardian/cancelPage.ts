type Page = { state: 'ask'; id: string; token: string } | { state: 'cancelled' | 'invalid' }

const words = {
  ask: ['Stop the recovery of your wallet?', 'Nobody gets it, and for a day no recovery can begin.'],
  cancelled: ['Stopped', 'Nobody gets your wallet. Change the password of your mailbox: somebody else may read it.'],
  invalid: ['Nothing to stop', 'This recovery has ended already, or the link is not complete.'],
} as const

/** The page behind the link of a mail. `id` and `token` are ours, letters and digits; nothing else in it comes from outside. */
export const cancelPage = (page: Page): string => {
  const [title, text] = words[page.state]
  const form =
    page.state === 'ask'
      ? `<form method="post" action="cancel"><input type="hidden" name="id" value="${page.id}"><input type="hidden" name="token" value="${page.token}">` +
        '<button>Stop it</button></form>'
      : ''
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${text}</p>${form}</main></body></html>`
  )
}

const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:48px 16px}main{max-width:360px;margin:0 auto}' +
  'h1{font-size:20px}button{font:inherit;font-weight:600;width:100%;padding:12px;border:0;border-radius:12px;background:#c62828;color:#fff}'
