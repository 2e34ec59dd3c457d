import type { Project } from '../../config/projects.ts'
import type { HeaderTable } from '../headers.ts'
import type { ServerParts } from '../parts.ts'

/** nginx answers 502 if the headers of an upstream don't fit into one buffer (`proxy_buffer_size`, 4 KB by default). */
const bufferBytes = 4_096
/** The status line, and the headers that depend on the request or that Node adds: ETag, Date, encodings and others. */
const otherBytes = 350

/** Logs each project whose list of origins makes the headers of its documents longer than a default nginx accepts. */
export const warnOfLongHeaders = ({ projects, builds, log }: ServerParts, headers: HeaderTable): void => {
  for (const project of projects) {
    const bytes = longestHeaders(project, headers, builds.frame)
    if (bytes > bufferBytes) log.write('headers are long', { project: project.id, bytes })
  }
}

const longestHeaders = (
  { allowedOrigins }: Project,
  headers: HeaderTable,
  inline: Parameters<HeaderTable['frameDocument']>[1],
): number => {
  const documents = [headers.frameDocument(allowedOrigins, inline), headers.secureDocument(allowedOrigins)]
  return otherBytes + Math.max(...documents.map(countBytes))
}

/** Each header ends with a line break of two bytes, and has a colon and a space after its name. */
const countBytes = (headers: Record<string, string>): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
