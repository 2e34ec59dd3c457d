import { parseOriginPattern } from './origins.ts'

export type PatternProblem = 'notAnOrigin' | 'onlyInDevelopment' | 'publicSuffix'

/**
 * Returns the reason why a project may not list a pattern, or null. If anyone can register a subdomain of a domain, a
 * wildcard under that domain lets anyone embed the modal. Only development projects may list such a pattern, or plain
 * http.
 */
export const findPatternProblem = (
  pattern: string,
  environment: 'production' | 'development',
): PatternProblem | null => {
  const parsed = parseOriginPattern(pattern)
  if (!parsed) return 'notAnOrigin'
  const development = environment === 'development'
  if (parsed.protocol === 'http:' && !development) return 'onlyInDevelopment'
  if (!parsed.wildcard) return null
  if (isRegistry(parsed.host) || isAddress(parsed.host)) return 'publicSuffix'
  return isSharedHost(parsed.host) && !development ? 'publicSuffix' : null
}

/** `*.2.3.4` would be a range of IP addresses, which is not a site. */
const isAddress = (host: string): boolean => /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/.test(host)

/** Second-level domains under which country registries sell names: `co.uk`, `com.au`, `ne.jp`. */
const registryLabel =
  /^(?:ac|ad|asn|biz|co|com|coop|ed|edu|ent|firm|fin|gen|go|gob|gouv|gov|govt|gr|gub|id|ind|inf|info|int|k12|lg|ltd|me|med|mil|mod|muni|mus|name|ne|net|nhs|nic|nom|or|org|per|plc|police|pp|press|pro|pub|res|sch|school|sci|store|tm|tur|tv|web|www)$/

const isRegistry = (host: string): boolean => {
  const labels = host.split('.')
  const [name = '', country = ''] = labels
  return labels.length === 2 && /^(?:[a-z]{2}|xn--.+)$/.test(country) && registryLabel.test(name)
}

/** Anyone can register a subdomain of these hosts. */
const sharedHosts = new Set(
  `amplifyapp.com appspot.com a.run.app run.app azurestaticapps.net azurewebsites.net b4a.run bitbucket.io blogspot.com
   bolt.host bunny.run ccapp.io cloudfront.net cloudfunctions.net codesandbox.io csb.app cyclic.app deno.dev deno.net
   deploy.studio edgeone.app eth.limo eth.link expo.app firebaseapp.com fleek.app fleek.co fly.dev framer.app framer.ai
   framer.website github.dev githubpreview.dev github.io githubusercontent.com gitlab.io gitpod.io glitch.me
   herokuapp.com hf.space infura-ipfs.io ipfs.dweb.link dweb.link ipfs.io is-a.dev kinsta.app kinsta.page koyeb.app
   limo.page loca.lt localtunnel.me lovable.app lovableproject.com myshopify.com netlify.app ngrok.app ngrok.dev
   ngrok-free.app ngrok-free.dev ngrok.io now.sh nodejitsu.com on-fleek.app onrender.com ondigitalocean.app pages.dev
   pantheonsite.io platform.sh playcode.io preview.app.github.dev pythonanywhere.com r2.dev railway.app repl.co
   replit.app replit.dev rf.gd serveo.net sharepoint.com spheron.app square.site stackblitz.io strikingly.com surge.sh
   temp-dns.com trycloudflare.com tunnelmole.net up.railway.app usercontent.goog v0.app v0.build vercel.app vercel.dev
   wasmer.app web.app webcontainer.io webflow.io weebly.com wixsite.com wordpress.com workers.dev zeabur.app
   s3.amazonaws.com elasticbeanstalk.com amazonaws.com awsapprunner.com lambda-url.us-east-1.on.aws on.aws windows.net
   azureedge.net azurefd.net cloudapp.net trafficmanager.net duckdns.org dyndns.org no-ip.org ddns.net sslip.io nip.io
   xip.io eu.org uk.com us.com de.com gb.net co.com js.org is-a-good.dev`.split(/\s+/),
)

const isSharedHost = (host: string): boolean => sharedHosts.has(host)
