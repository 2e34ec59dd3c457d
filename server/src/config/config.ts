import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { findPatternProblem, type PatternProblem } from '@appkit-frame/loader/protocol/origins/originPatterns.ts'
import { allowsOrigin } from '@appkit-frame/loader/protocol/origins/origins.ts'
import * as v from 'valibot'
import { type Config, configSchema, type ProjectConfig } from './configSchema.ts'
import { findLineOfValue, findSyntaxErrorLine } from './jsonPositions.ts'
import { findNetworkProblems } from './networks.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Problem = { path: (string | number)[]; message: string }

/** Reads `appkit.config.json`, or the file that APPKIT_CONFIG names. */
export const readConfig = (environment: Environment): Config => {
  const file = resolve(environment.APPKIT_CONFIG ?? 'appkit.config.json')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Error(
      `The configuration ${file} can't be read. Write one there, or set APPKIT_CONFIG to another file. The smallest is\n` +
        '{ "projects": [{ "id": "shop", "name": "My shop", "allowedOrigins": ["https://shop.example"] }] }',
      { cause },
    )
  }
  const { directory, projects, ...config } = parseConfig(text, file, environment)
  // Paths in the configuration are relative to its file, not to the working directory.
  const wallets = directory.wallets && resolve(dirname(file), directory.wallets)
  const isPath = (list: string): boolean => list !== 'shipped' && !list.includes('://')
  return {
    ...config,
    directory: { ...directory, ...(wallets && { wallets }) },
    projects: projects.map((project) => ({
      ...project,
      tokenLists: project.tokenLists.map((list) => (isPath(list) ? resolve(dirname(file), list) : list)),
    })),
  }
}

export const parseConfig = (text: string, file: string, environment: Environment): Config => {
  const fail = (problems: Problem[]): Error =>
    new Error(
      problems
        .map(({ path, message }) => `${file}, line ${findLineOfValue(text, path)}: ${name(path)}${message}`)
        .join('\n'),
    )

  const json = parseJson(text, file)
  const missing: Problem[] = []
  const filled = fillVariables(json, environment, [], missing)
  if (missing.length > 0) throw fail(missing)

  const result = v.safeParse(configSchema, filled)
  if (!result.success) {
    throw fail(
      result.issues.slice(0, 10).map((issue) => ({
        path: (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key))),
        message: issue.expected === 'never' ? 'is not a known field' : issue.message,
      })),
    )
  }
  const problems = [...result.output.projects.flatMap(findProjectProblems), ...findSameIds(result.output.projects)]
  if (problems.length > 0) throw fail(problems)
  return result.output
}

const parseJson = (text: string, file: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : ''
    throw new Error(`${file}, line ${findSyntaxErrorLine(text)}: this is not JSON: ${message}`, { cause })
  }
}

/** Replaces `${NAME}` in all strings by the environment variable, so that the configuration needs no secrets. */
const fillVariables = (
  value: unknown,
  environment: Environment,
  path: (string | number)[],
  missing: Problem[],
): unknown => {
  if (typeof value === 'string') {
    return value.replace(/\$\{(\w+)\}/g, (placeholder, variable: string) => {
      const found = environment[variable]
      if (found === undefined) missing.push({ path, message: `the environment has no variable ${variable}` })
      return found ?? placeholder
    })
  }
  if (Array.isArray(value))
    return value.map((item, index) => fillVariables(item, environment, [...path, index], missing))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillVariables(item, environment, [...path, key], missing)]),
  )
}

const patternProblems: Record<PatternProblem, string> = {
  notAnOrigin: 'is not an origin like https://shop.example or https://*.shop.example',
  onlyInDevelopment: 'is plain http, which only a project with "environment": "development" may list',
  publicSuffix: 'would let anyone in who takes a name there; list the exact origin',
}

const findProjectProblems = (project: ProjectConfig, index: number): Problem[] => {
  const path = ['projects', index]
  const origins = project.allowedOrigins.flatMap((pattern, at) => {
    const problem = findPatternProblem(pattern, project.environment)
    return problem ? [{ path: [...path, 'allowedOrigins', at], message: `${pattern} ${patternProblems[problem]}` }] : []
  })
  const trusted = (project.trustedOrigins ?? []).flatMap((origin, at) => {
    const problem = findExactOriginProblem(origin, project)
    return problem ? [{ path: [...path, 'trustedOrigins', at], message: `${origin} ${problem}` }] : []
  })
  const ancestors = project.allowedAncestors.flatMap((origin, at) => {
    const problem = findAncestorProblem(origin, project)
    return problem ? [{ path: [...path, 'allowedAncestors', at], message: `${origin} ${problem}` }] : []
  })
  const named = project.sites.map(({ origin }) => origin)
  const sites = named.flatMap((origin, at) => {
    const isFirst = named.indexOf(origin) === at
    const problem = isFirst ? findExactOriginProblem(origin, project) : 'has an entry already'
    return problem ? [{ path: [...path, 'sites', at, 'origin'], message: `${origin} ${problem}` }] : []
  })
  const networks = findNetworkProblems(project).map((problem) => ({ ...problem, path: [...path, ...problem.path] }))
  return [...origins, ...trusted, ...sites, ...ancestors, ...networks]
}

/**
 * A host name under a wildcard may belong to someone else tomorrow, so the operator lists each origin exactly that is
 * trusted or shown by a name.
 */
const findExactOriginProblem = (origin: string, { allowedOrigins }: ProjectConfig): string | null => {
  if (!isExactOrigin(origin)) return 'must be one exact origin'
  return allowsOrigin(allowedOrigins, origin) ? null : 'must also be allowed by allowedOrigins'
}

const isExactOrigin = (origin: string): boolean => URL.parse(origin)?.origin === origin && !origin.includes('*')

/**
 * An ancestor is an exact origin, because the secure frame compares it with the origins that the browser reports. A
 * site either frames the modal or frames sites that do, so that the modal's parent is never in doubt.
 */
const findAncestorProblem = (origin: string, { environment, allowedOrigins }: ProjectConfig): string | null => {
  const problem = findPatternProblem(origin, environment)
  if (problem) return patternProblems[problem]
  if (!isExactOrigin(origin)) return 'must be one exact origin'
  return allowsOrigin(allowedOrigins, origin)
    ? "is covered by allowedOrigins; a site of the project can't frame another one"
    : null
}

const findSameIds = (projects: ProjectConfig[]): Problem[] =>
  projects.flatMap(({ id }, index) =>
    projects.findIndex((project) => project.id === id) === index
      ? []
      : [{ path: ['projects', index, 'id'], message: `${id} is the id of another project too` }],
  )

const name = (path: readonly (string | number)[]): string =>
  path.length === 0
    ? ''
    : `${path
        .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
        .join('')
        .slice(1)}: `
