import { attackSeed, attackSize, attackTimeoutMs, reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { findHidden, hostileTexts } from '@appkit-frame/loader/protocol/test/hostileTexts.ts'
import { expect, test } from 'vitest'
import { parseUpstreamPage } from './upstreamPage.ts'

/** The fields of a wallet of a foreign listing that the modal shows. */
const shown = ['name', 'description'] as const

test('the modal gets the texts of a foreign listing without characters that the visitor does not see', {
  timeout: attackTimeoutMs(),
}, ({ task }) => {
  const payloads = attackSize(300, 5_400)
  const texts = hostileTexts(payloads, attackSeed)
  const data = texts.map(({ text }, index) => ({
    ...{ id: `w${index}`, name: text, description: text, chains: ['eip155:1'] },
  }))
  const { rows } = parseUpstreamPage({ data, count: data.length }, data.length)
  const kept = rows.filter((row) => row !== undefined)
  const faults = kept.filter((row) => shown.some((field) => findHidden(row[field] ?? '').length > 0))
  expect(faults.slice(0, 20)).toEqual([])
  expect(kept.length).toBeGreaterThan(0)
  reportAttack(task, 'G5', payloads, 'foreign texts of a listing', `${kept.length} wallets`)
})
