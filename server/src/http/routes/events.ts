import type { Hono } from 'hono'
import type { Admission } from '../admission.ts'
import { openAnalytics, parseEvent } from '../analytics.ts'
import type { Headers } from '../headers.ts'
import type { Parts } from '../parts.ts'
import { reply } from '../replies.ts'
import { readText } from '../requestBody.ts'

const bodyLimit = 8 * 1024
const path = '/e'

/** Analytics, for projects that turned it on. For all others there is no such address. */
export const eventRoutes = (frame: Hono, { settings, log }: Parts, admission: Admission, headers: Headers): void => {
  const base = headers.publicApi('never')
  const analytics = openAnalytics(settings.dataDir, () => new Date())

  frame.post(path, async (context) => {
    const admitted = admission.admit(context, 'event')
    if (admitted instanceof Response) return admitted
    const { project, cors, fail } = admitted
    if (!project.analytics) return fail(404, '', 'Analytics is off')
    const text = await readText(context.req.raw, bodyLimit)
    if (text === null) return fail(413, '', `The event is longer than ${bodyLimit} bytes`)
    const event = parseEvent(text)
    if (!event) return fail(400, '', 'The event is not valid')
    try {
      await analytics.add(project.id, event)
    } catch (error) {
      log.write('analytics can not be written', { code: String(Object(error).code) })
      return fail(503, '', 'The event could not be kept')
    }
    return reply(202, { ...base, ...cors }, null)
  })
  frame.options(path, (context) => admission.preflight(context, 'POST'))
}
