/** Words of the mails, `{…}` being filled. */
export type MailMessages = {
  unknownPlace: string
  site: string
  browser: string
  place: string
  codeSubject: string
  codeTitle: string
  codeExpiry: string
  codeNote: string
  deviceSubject: string
  deviceTitle: string
  deviceText: string
  deviceButton: string
  deviceExpiry: string
  deviceNote: string
  frozenSubject: string
  frozenTitle: string
  frozenText: string
  refusedSubject: string
  refusedTitle: string
  refusedText: string
}

const english: MailMessages = {
  unknownPlace: 'unknown place',
  site: 'Site',
  browser: 'Browser',
  place: 'Place',
  codeSubject: 'Your code for {name}',
  codeTitle: 'Your code for {name}',
  codeExpiry: 'It is valid for {minutes} minutes and can be used once.',
  codeNote:
    'Enter it only where you asked for it. We never ask for this code anywhere else, not by phone and not by mail.',
  deviceSubject: 'A new browser wants to log in to {name}',
  deviceTitle: 'Is this you?',
  deviceText: 'A browser that we do not know wants to log in with your address.',
  deviceButton: 'Look at the request',
  deviceExpiry: 'The link is valid for {minutes} minutes. Opening it changes nothing yet.',
  deviceNote: 'If you did not ask for this, open the link and say so, or do nothing.',
  frozenSubject: 'A login to {name} was not let through',
  frozenTitle: 'A new browser was not let in',
  frozenText:
    'You said of a login that it was not you. For 24 hours after that no new browser is let in with your address.',
  refusedSubject: 'New browsers are locked out for 24 hours',
  refusedTitle: 'New browsers are locked out',
  refusedText:
    'Somebody opened the link of our mail and said that the login was not theirs. For 24 hours no new browser is let in with your address; browsers that you use already stay logged in.',
}

const german: MailMessages = {
  unknownPlace: 'Ort unbekannt',
  site: 'Website',
  browser: 'Browser',
  place: 'Ort',
  codeSubject: 'Dein Code für {name}',
  codeTitle: 'Dein Code für {name}',
  codeExpiry: 'Er gilt {minutes} Minuten und nur einmal.',
  codeNote:
    'Gib ihn nur dort ein, wo du ihn angefordert hast. Wir fragen nirgends sonst danach, weder am Telefon noch per E-Mail.',
  deviceSubject: 'Ein neuer Browser möchte sich bei {name} anmelden',
  deviceTitle: 'Bist du das?',
  deviceText: 'Ein Browser, den wir nicht kennen, möchte sich mit deiner Adresse anmelden.',
  deviceButton: 'Anfrage ansehen',
  deviceExpiry: 'Der Link gilt {minutes} Minuten. Ihn zu öffnen ändert noch nichts.',
  deviceNote: 'Warst du es nicht, dann öffne den Link und sag es dort, oder tu nichts.',
  frozenSubject: 'Eine Anmeldung bei {name} wurde nicht zugelassen',
  frozenTitle: 'Ein neuer Browser wurde nicht zugelassen',
  frozenText:
    'Du hast zu einer Anmeldung gesagt, dass du es nicht warst. Danach wird 24 Stunden lang kein neuer Browser mit deiner Adresse zugelassen.',
  refusedSubject: 'Neue Browser sind 24 Stunden lang gesperrt',
  refusedTitle: 'Neue Browser sind gesperrt',
  refusedText:
    'Jemand hat den Link in unserer E-Mail geöffnet und gesagt, dass die Anmeldung nicht von ihm kam. 24 Stunden lang wird kein neuer Browser mit deiner Adresse zugelassen; Browser, die du schon benutzt, bleiben angemeldet.',
}

const arabic: MailMessages = {
  unknownPlace: 'مكان غير معروف',
  site: 'الموقع',
  browser: 'المتصفح',
  place: 'المكان',
  codeSubject: 'رمزك لموقع {name}',
  codeTitle: 'رمزك لموقع {name}',
  codeExpiry: 'الرمز صالح لمدة {minutes} دقائق ولمرة واحدة.',
  codeNote: 'أدخله فقط حيث طلبته. لا نطلب هذا الرمز في أي مكان آخر، لا بالهاتف ولا بالبريد.',
  deviceSubject: 'متصفح جديد يريد الدخول إلى {name}',
  deviceTitle: 'هل هذا أنت؟',
  deviceText: 'متصفح لا نعرفه يريد الدخول بعنوان بريدك.',
  deviceButton: 'عرض الطلب',
  deviceExpiry: 'الرابط صالح لمدة {minutes} دقائق. فتحه لا يغيّر شيئًا بعد.',
  deviceNote: 'إن لم تطلب ذلك، فافتح الرابط وقل ذلك هناك، أو لا تفعل شيئًا.',
  frozenSubject: 'لم يُسمح بدخول إلى {name}',
  frozenTitle: 'لم يُسمح لمتصفح جديد بالدخول',
  frozenText: 'قلت عن دخول إنه ليس منك. بعد ذلك لا يُسمح لأي متصفح جديد بالدخول بعنوانك لمدة 24 ساعة.',
  refusedSubject: 'المتصفحات الجديدة ممنوعة لمدة 24 ساعة',
  refusedTitle: 'المتصفحات الجديدة ممنوعة',
  refusedText:
    'فتح شخص الرابط في بريدنا وقال إن الدخول ليس منه. لا يُسمح لأي متصفح جديد بالدخول بعنوانك لمدة 24 ساعة، أما المتصفحات التي تستخدمها فتبقى كما هي.',
}

/** In the visitor's language where we have it. */
export const mailMessages = (locale: string): MailMessages => {
  const [language = ''] = locale.split('-')
  return languages[language] ?? english
}

const languages: Record<string, MailMessages | undefined> = Object.assign(Object.create(null), {
  en: english,
  de: german,
  ar: arabic,
})
