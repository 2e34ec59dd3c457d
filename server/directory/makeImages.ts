import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { findImage } from './findImage.ts'

/**
 * Run `npm run images -w server` after a change to walletImages.json or networkImages.json. It draws each image as webp
 * into images/. The package versions are pinned, so a second run changes nothing.
 */

type Source = { name: string; package: string; file: string; after?: string; background?: string }

/** An icon has 40 CSS pixels, which are 120 device pixels on a 3x screen. 128 is the next power of two. */
const size = 128
const run = promisify(execFile)
const folder = import.meta.dirname

const main = async (): Promise<void> => {
  const packages = await mkdtemp(join(tmpdir(), 'wallet-images-'))
  try {
    await emptyFolder('wallets')
    for (const [id, source] of Object.entries(await readJson<Record<string, Source>>('walletImages.json'))) {
      const text = await readFile(join(await unpack(source.package, packages), source.file), 'utf8')
      await draw(findImage(text, source.after), 'wallets', id, source.background)
    }
    await emptyFolder('networks')
    for (const id of new Set(Object.values(await readJson<Record<string, string>>('networkImages.json')))) {
      const icon: { default: string } = await import(`@web3icons/core/svgs/networks/background/${id}.svg.js`)
      await draw(findImage(icon.default), 'networks', id)
    }
  } finally {
    await rm(packages, { recursive: true })
  }
}

const readJson = async <Value>(file: string): Promise<Value> => JSON.parse(await readFile(join(folder, file), 'utf8'))

/** Empties the folder of images first. Otherwise the image of a row that was removed from the JSON files would stay. */
const emptyFolder = async (kind: string): Promise<void> => {
  await rm(join(folder, 'images', kind), { recursive: true, force: true })
  await mkdir(join(folder, 'images', kind), { recursive: true })
}

const unpacked = new Map<string, string>()
const unpack = async (name: string, packages: string): Promise<string> => {
  const known = unpacked.get(name)
  if (known) return known
  const target = await mkdtemp(join(packages, 'package-'))
  const { stdout } = await run('npm', ['pack', name, '--json', '--pack-destination', target], { maxBuffer: 2 ** 26 })
  const [packed]: { filename: string }[] = JSON.parse(stdout)
  if (!packed) throw new Error(`npm packed nothing for ${name}`)
  await run('tar', ['-xzf', join(target, packed.filename.replace('@', '').replace('/', '-')), '-C', target])
  unpacked.set(name, join(target, 'package'))
  return join(target, 'package')
}

const draw = async (image: Buffer, kind: string, id: string, background?: string): Promise<void> => {
  const { width = size, height = size } = await sharp(image).metadata()
  // Choose the density so that an SVG renders at its final size: at 72, one SVG unit is one pixel.
  const density = Math.min(2400, Math.max(72, Math.ceil((72 * size) / Math.max(width, height))))
  const transparent = { r: 0, g: 0, b: 0, alpha: 0 }
  const drawn = sharp(image, { density }).resize(size, size, { fit: 'contain', background: transparent })
  if (background && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(background)) drawn.flatten({ background })
  await writeFile(join(folder, 'images', kind, `${id}.webp`), await drawn.webp({ quality: 88, effort: 6 }).toBuffer())
}

await main()
