import { logStorageFailure } from '../../database/storageFailure.ts'
import { openAnalytics, parseAnalyticsEvent } from '../analytics.ts'
import type { ServerParts } from '../parts.ts'
import type { PublicRoute } from '../publicApi.ts'
import { reply } from '../replies.ts'

/** Stores analytics events of projects that have turned analytics on. */
export const eventRoutes = ({ settings, sharedAddressHash, log }: ServerParts): PublicRoute[] => {
  const analytics = openAnalytics(settings.dataDir, () => new Date(), sharedAddressHash)
  return [
    {
      method: 'POST',
      path: '/e',
      rateClass: 'event',
      maxBytes: 8 * 1024,
      run: async ({ project, headers, text, fail }) => {
        if (!project.analytics) return fail(404, '', 'Analytics is off')
        const event = parseAnalyticsEvent(text)
        if (!event) return fail(400, '', 'The event is not valid')
        try {
          await analytics.add(project.id, event)
        } catch (error) {
          logStorageFailure(log, 'analytics event was not stored', error)
          return fail(503, '', 'The event could not be kept')
        }
        return reply(202, headers, null)
      },
    },
  ]
}
