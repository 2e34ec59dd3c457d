import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const packages = ['loader', 'secure-wallet', 'server', 'frame-app', 'e2e']

/**
 * The layers from the lowest to the highest: a layer may import itself and lower layers. `domain` and `ui` are on the
 * same level. `rules` are the files of the features that do not use React; the core may import these. The views of the
 * features are above the router.
 */
const layers = [
  ['domain', 'ui'],
  ['api'],
  ['chains'],
  ['state'],
  ['rules'],
  ['connectors'],
  ['effects'],
  ['router'],
  ['features'],
  ['shell'],
  ['main', 'boot', 'document'],
]
const reactLayers = new Set(['ui', 'features', 'shell', 'document'])
const reactPackages = /^(?:react|react-dom|jotai$|jotai\/react)/
/** Packages that only the layers `chains` and `connectors` may import. */
const chainPackages = /^(?:viem|@solana\/|@walletconnect\/|@noble\/|@scure\/)/

type Edge = { from: string; to: string; isDynamic: boolean }

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const files = packages.flatMap((name) =>
  globSync(`${name}/**/*.{ts,tsx,mjs}`, {
    cwd: root,
    exclude: (file) => /(?:^|\/)(?:node_modules|dist|test-results|generated)(?:\/|$)/.test(String(file)),
  }),
)

/** `import type` is removed from the running code, so it does not count as an import. */
const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'"()]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

const readEdges = (file: string): Edge[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(importPattern)].map(([, fixed, dynamic]) => {
    const specifier = fixed ?? dynamic ?? ''
    const to = specifier.startsWith('.')
      ? relative(root, join(root, dirname(file), specifier))
      : specifier.replace(/^@appkit-frame\//, '')
    return { from: file, to, isDynamic: dynamic !== undefined }
  })

const edges = files.flatMap(readEdges)
const isShipped = ({ from }: Edge) => !isTest(from) && !from.includes('/test/')
const shipped = edges.filter(isShipped)
/** Files that import React or a component, such as hooks and the table of views. */
const reactFiles = new Set(
  shipped.filter(({ to }) => reactPackages.test(to) || to.endsWith('.tsx')).map(({ from }) => from),
)
const show = ({ from, to }: Edge) => `${from} -> ${to}`

test('the layer tests read files of every package', () => {
  for (const name of packages) expect(files.some((file) => file.startsWith(`${name}/`))).toBe(true)
})

test('lets a package import only the shared parts of the loader', () => {
  const packageOf = (path: string) => packages.find((name) => path === name || path.startsWith(`${name}/`))
  const isShared = (to: string) => to.startsWith('loader/protocol/') || to === 'loader' || to === 'loader/index.d.ts'
  const wrong = edges.filter(({ from, to }) => {
    const target = packageOf(to)
    // `e2e` may import every package, and its stack starts the built server.
    return target && target !== packageOf(from) && !isShared(to) && !from.startsWith('e2e/')
  })
  expect(wrong.map(show)).toEqual([])
})

test('lets the protocol import only itself', () => {
  const wrong = shipped.filter(
    ({ from, to }) => from.startsWith('loader/protocol/') && !to.startsWith('loader/protocol/'),
  )
  expect(wrong.map(show)).toEqual([])
})

const layerName = (path: string): string | undefined => {
  if (/^frame-app\/src\/features\/.*\.ts$/.test(path)) return reactFiles.has(path) ? 'features' : 'rules'
  return /^frame-app\/src\/(?:core\/)?([^/.]+)/.exec(path)?.[1]
}
const layerOf = (path: string): { name: string; level: number } | undefined => {
  const name = layerName(path)
  return name === undefined ? undefined : { name, level: layers.findIndex((layer) => layer.includes(name)) }
}

test('assigns every file of the frame to a layer', () => {
  const own = files.filter((file) => file.startsWith('frame-app/src/') && !isTest(file) && !file.endsWith('.d.ts'))
  expect(own.filter((file) => layerOf(file)?.level === -1)).toEqual([])
})

test('forbids imports of a higher layer', () => {
  const wrong = shipped.filter(({ from, to }) => {
    const source = layerOf(from)
    const target = layerOf(to)
    if (!source || !target) return false
    return target.level > source.level || (target.level === source.level && layersApart(from, to))
  })
  expect(wrong.map(show)).toEqual([])
})

/**
 * Within one level `ui` and `domain` never import each other, and no feature imports another feature. A file directly
 * in `features/`, such as the table of views, may import every feature.
 */
const layersApart = (from: string, to: string): boolean => {
  const folder = /^frame-app\/src\/features\/([^/]+)\//
  const [, source] = folder.exec(from) ?? []
  const [, target] = folder.exec(to) ?? []
  if (source !== undefined && target !== undefined) return source !== target
  return layerName(from) === 'ui' && layerName(to) === 'domain'
}

test('keeps React out of the layers below the features', () => {
  const wrong = shipped.filter(({ from, to }) => {
    const layer = layerOf(from)
    return layer && !reactLayers.has(layer.name) && reactPackages.test(to)
  })
  expect(wrong.map(show)).toEqual([])
})

test('lets only chains and connectors import chain libraries', () => {
  const wrong = shipped.filter(({ from, to }) => {
    const name = layerOf(from)?.name
    return name !== undefined && name !== 'chains' && name !== 'connectors' && chainPackages.test(to)
  })
  expect(wrong.map(show)).toEqual([])
})

test('keeps React and jotai out of the secure wallet', () => {
  const wrong = shipped.filter(({ from, to }) => from.startsWith('secure-wallet/') && /^(?:react|jotai)/.test(to))
  expect(wrong.map(show)).toEqual([])
})

test('finds no import cycle', () => {
  const targets = new Map<string, string[]>()
  for (const { from, to, isDynamic } of shipped) if (!isDynamic) targets.set(from, [...(targets.get(from) ?? []), to])
  expect(findCircle(targets)).toEqual([])
})

const findCircle = (targets: Map<string, string[]>): string[] => {
  const done = new Set<string>()
  const walk = (file: string, path: string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return []
    for (const target of targets.get(file) ?? []) {
      const circle = walk(target, [...path, file])
      if (circle.length > 0) return circle
    }
    done.add(file)
    return []
  }
  for (const file of targets.keys()) {
    const circle = walk(file, [])
    if (circle.length > 0) return circle
  }
  return []
}
