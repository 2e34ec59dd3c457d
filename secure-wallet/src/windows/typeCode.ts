import * as v from 'valibot'
import { messages as loginMessages } from '../login/messages.ts'
import { createOtpInput } from '../login/otpInput.ts'
import type { ServerClient } from '../session/serverClient.ts'
import { element } from '../ui/element.ts'
import { panelBody, panelIntro, sentenceWithValues } from '../ui/parts.ts'
import { type CodeAnswer, codeRequestSchema } from './flows/codeRequest.ts'
import { answerFlow, readFlow } from './flows/flowPage.ts'
import { messages } from './messages.ts'

type Options = {
  server: ServerClient
  fragment: URLSearchParams
  show(root: HTMLElement): void
  close(): void
}

/**
 * Takes a code for the secure frame that opened this window. The frame checks the code. Call this function only in a
 * window that the wallet's own origin opened: a stranger's link would send the visitor's code to the stranger.
 */
export const runCodeWindow = async ({ server, fragment, show, close }: Options): Promise<void> => {
  const flow = await readFlow(server, fragment, 'code')
  const { email, isLong } = v.parse(codeRequestSchema, JSON.parse(flow.text))
  const code = await new Promise<string>((resolve) => {
    const otp = createOtpInput((typed) => {
      otp.setDisabled(true)
      resolve(typed)
    }, isLong)
    otp.clear()
    const lead = sentenceWithValues(loginMessages.code.lead, { email })
    show(
      element(
        'div',
        {},
        panelBody(
          panelIntro({ title: loginMessages.code.title, lead }),
          otp.root,
          element('p', { class: 'legal' }, messages.vault.codeCloses),
        ),
      ),
    )
  })
  await answerFlow(server, flow, { code } satisfies CodeAnswer)
  show(panelBody(panelIntro({ picture: 'check', title: messages.vault.codeDone, lead: messages.vault.codeCloses })))
  close()
}
