import { request } from 'node:http'

/** Fetches a URL of loopback with `host` in the Host header, because Node doesn't resolve `*.localhost`. */
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
