import { request } from 'node:http'

/** Node doesn't resolve `*.localhost`, so this connects to loopback and sends the name in the Host header. */
export function fetchWithHost(url: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { Host: host } }, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      if (response.statusCode === 200) resolve(text)
      else reject(new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 200)}`))
    })
      .on('error', reject)
      .end()
  })
}
