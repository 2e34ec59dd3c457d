import type { Hono } from 'hono'
import { findFrameAncestors, findProject } from '../../config/projects.ts'
import { createFirstViewWallets } from '../../directory/firstViewWallets.ts'
import { createWindowKeys } from '../../wallet/window/windowKeys.ts'
import { walletPageNames } from '../documents/builds.ts'
import {
  createDocuments,
  type DocumentRefusal,
  makeRefusalDocument,
  readFrameView,
  readSecureView,
} from '../documents/documents.ts'
import { createFirstIcons } from '../documents/firstIcons.ts'
import { withOtherEtags } from '../encodings.ts'
import type { HeaderTable } from '../headers.ts'
import type { ServerParts } from '../parts.ts'
import type { RateLimits } from '../rateLimits.ts'
import { reply, replyEncoded } from '../replies.ts'

/**
 * Serves the documents of frame and secure frame, which only the project's origins may frame, and the wallet's
 * top-level pages `/vault/<projectId>` and `/approve/<projectId>`.
 */
export const documentRoutes = (
  frame: Hono,
  secure: Hono,
  parts: ServerParts,
  rateLimits: RateLimits,
  headers: HeaderTable,
): void => {
  const { settings, projects, builds, listing } = parts
  const { frameOrigin, secureOrigin } = settings
  const documents = createDocuments({
    projectCount: projects.length,
    version: builds.loader.version,
    frameOrigin,
    secureOrigin,
    frameTemplate: builds.frame.template,
    prerender: builds.frame.prerender,
    addIcons: createFirstIcons(parts),
    secureTemplate: builds.secure.template,
    wallet: settings.wallet,
    log: parts.log,
    now: parts.now,
  })
  const firstView = createFirstViewWallets(listing)
  const windowKeys = parts.embedded && createWindowKeys(parts.embedded.secrets)
  const refuse = (reason: DocumentRefusal): Response => {
    const { html, scriptHash } = makeRefusalDocument(reason)
    return reply(reason === 'RATE_LIMITED' ? 429 : 403, headers.refusedDocument(scriptHash), html)
  }

  for (const path of ['/f/', '/f/:projectId/']) {
    frame.get(path, async (context) => {
      if (rateLimits(context, 'document', '') > 0) return refuse('RATE_LIMITED')
      const project = findProject(projects, context.req.param('projectId'))
      if (typeof project === 'string') return refuse(project)
      const ancestors = findFrameAncestors(project, context.req.header('Referer'), frameOrigin)
      if (ancestors.length === 0) return refuse('ORIGIN_NOT_ALLOWED')
      const view = readFrameView(new URL(context.req.url).searchParams, context.req.header('User-Agent') ?? '')
      const relay = project.walletConnect && new URL(project.walletConnect.relayUrl).origin
      return replyEncoded(
        context,
        headers.frameDocument(ancestors, builds.frame, relay),
        withOtherEtags(await documents.frame(project, view, firstView(project, view.isPhone)), ancestors.join(' ')),
      )
    })
  }

  for (const path of ['/s/', '/s/:projectId/']) {
    secure.get(path, async (context) => {
      if (rateLimits(context, 'document', '') > 0) return refuse('RATE_LIMITED')
      const project = findProject(projects, context.req.param('projectId'))
      if (typeof project === 'string') return refuse(project)
      // The Referer of the secure frame is always the frame, never the host page, so allow all origins of the project.
      const { allowedOrigins, allowedAncestors } = project
      if (allowedOrigins.length === 0) return refuse('ORIGIN_NOT_ALLOWED')
      const view = readSecureView(new URL(context.req.url).searchParams)
      return replyEncoded(
        context,
        headers.secureDocument([...allowedOrigins, ...allowedAncestors]),
        await documents.secure(project, view),
      )
    })
  }

  /** Every approval card shows the wallet's host name, so redirect a visitor who types this name to `/vault`. */
  secure.get('/', () =>
    typeof findProject(projects, undefined) === 'string'
      ? reply(404, headers.plain, 'Not found')
      : reply(302, headers.toTopLevel, null),
  )

  for (const name of walletPageNames) {
    for (const path of [`/${name}`, `/${name}/:projectId`]) {
      secure.get(path, async (context) => {
        if (rateLimits(context, 'document', '') > 0) return reply(429, headers.plain, 'Too many requests')
        const template = builds.pages.get(name)
        const project = findProject(projects, context.req.param('projectId'))
        if (template === undefined || typeof project === 'string') return reply(404, headers.plain, 'Not found')
        const view = readSecureView(new URL(context.req.url).searchParams)
        const opened = name === 'vault' ? windowKeys?.open(context) : null
        if (opened)
          return reply(
            200,
            { ...headers.topLevel, ...opened.headers },
            documents.window(template, project, view, opened),
          )
        return replyEncoded(context, headers.topLevel, await documents.page(name, template, project, view))
      })
    }
  }
}
