import type { KeySetType } from 'loader/protocol/walletApi.ts'

/** The owner hears of a new one, and of one that is gone; what a login leaves in a site's frame is no news. */
export type NoticedWay = Exclude<KeySetType, 'device'>

export type NoticeKind = 'wayAdded' | 'wayRemoved' | 'exportAsked' | 'exported' | 'deletionAsked' | 'deleted'

/** Words of the mails, `{…}` being filled. */
export type MailMessages = {
  unknownPlace: string
  /** A table of addresses is never quite right, and says where a network is registered. */
  aboutCountry: string
  ownNetwork: string
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
  /** What opens a wallet. */
  ways: { [Way in NoticedWay]: string }
  notices: { [Kind in NoticeKind]: { subject: string; text: string } }
  noticeNote: string
  noticeLink: string
}

const english: MailMessages = {
  unknownPlace: 'unknown place',
  aboutCountry: '{country} (approximate)',
  ownNetwork: 'the network of the wallet server',
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
  ways: {
    passkey: 'a passkey',
    kit: 'a recovery kit',
    vault: 'the wallet window of a browser',
    guardian: 'recovery by e-mail',
  },
  notices: {
    wayAdded: {
      subject: 'A new way to open your wallet',
      text: 'Your wallet can now also be opened with {way}.',
    },
    wayRemoved: {
      subject: 'A way to open your wallet was removed',
      text: 'This no longer opens your wallet: {way}.',
    },
    exportAsked: {
      subject: 'Somebody asks for the recovery phrase of your wallet',
      text: 'It can be shown from {time} on. Whoever has it has everything in your wallet.',
    },
    exported: {
      subject: 'The recovery phrase of your wallet is being shown',
      text: 'Whoever has it has everything in your wallet. We never ask for it, not by phone and not by mail.',
    },
    deletionAsked: {
      subject: 'Your wallet account will be deleted on {time}',
      text: 'From {time} on nothing here opens your wallet any more. Until then you can stop it in your wallet, under Security.',
    },
    deleted: {
      subject: 'Your wallet account was deleted',
      text: 'Nothing here opens your wallet any more. A recovery kit or the recovery phrase still does, where you saved one.',
    },
  },
  noticeNote: 'If this was not you, open your wallet, sign out everywhere and look at its security page.',
  noticeLink: 'Open your wallet',
}

const german: MailMessages = {
  unknownPlace: 'Ort unbekannt',
  aboutCountry: '{country} (ungefähr)',
  ownNetwork: 'das Netz des Wallet-Servers',
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
  ways: {
    passkey: 'ein Passkey',
    kit: 'ein Wiederherstellungs-Kit',
    vault: 'das Wallet-Fenster eines Browsers',
    guardian: 'die Wiederherstellung per E-Mail',
  },
  notices: {
    wayAdded: {
      subject: 'Ein neuer Weg zu deiner Wallet',
      text: 'Das öffnet deine Wallet jetzt auch: {way}.',
    },
    wayRemoved: {
      subject: 'Ein Weg zu deiner Wallet wurde entfernt',
      text: 'Das öffnet deine Wallet nicht mehr: {way}.',
    },
    exportAsked: {
      subject: 'Jemand möchte die Wiederherstellungsphrase deiner Wallet sehen',
      text: 'Sie kann ab {time} gezeigt werden. Wer sie hat, hat alles in deiner Wallet.',
    },
    exported: {
      subject: 'Die Wiederherstellungsphrase deiner Wallet wird gezeigt',
      text: 'Wer sie hat, hat alles in deiner Wallet. Wir fragen nie danach, nicht am Telefon und nicht per E-Mail.',
    },
    deletionAsked: {
      subject: 'Dein Wallet-Konto wird am {time} gelöscht',
      text: 'Ab {time} öffnet hier nichts mehr deine Wallet. Bis dahin kannst du es in deiner Wallet unter Sicherheit anhalten.',
    },
    deleted: {
      subject: 'Dein Wallet-Konto wurde gelöscht',
      text: 'Hier öffnet nichts mehr deine Wallet. Ein Wiederherstellungs-Kit oder die Wiederherstellungsphrase tut es noch, wo du sie gesichert hast.',
    },
  },
  noticeNote: 'Warst du es nicht, dann öffne deine Wallet, melde dich überall ab und sieh dir ihre Sicherheit an.',
  noticeLink: 'Wallet öffnen',
}

const arabic: MailMessages = {
  unknownPlace: 'مكان غير معروف',
  aboutCountry: '{country} (تقريبًا)',
  ownNetwork: 'شبكة خادم المحفظة',
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
  ways: {
    passkey: 'مفتاح مرور',
    kit: 'حزمة استرداد',
    vault: 'نافذة المحفظة في متصفح',
    guardian: 'الاسترداد بالبريد',
  },
  notices: {
    wayAdded: {
      subject: 'طريقة جديدة لفتح محفظتك',
      text: 'يمكن الآن فتح محفظتك أيضًا بهذه الطريقة: {way}.',
    },
    wayRemoved: {
      subject: 'أُزيلت طريقة لفتح محفظتك',
      text: 'لم تعد هذه الطريقة تفتح محفظتك: {way}.',
    },
    exportAsked: {
      subject: 'شخص يطلب عبارة استرداد محفظتك',
      text: 'يمكن عرضها ابتداءً من {time}. من يملكها يملك كل ما في محفظتك.',
    },
    exported: {
      subject: 'تُعرض الآن عبارة استرداد محفظتك',
      text: 'من يملكها يملك كل ما في محفظتك. لا نطلبها أبدًا، لا بالهاتف ولا بالبريد.',
    },
    deletionAsked: {
      subject: 'سيُحذف حساب محفظتك في {time}',
      text: 'ابتداءً من {time} لا شيء هنا يفتح محفظتك. حتى ذلك الحين يمكنك إيقافه في محفظتك ضمن الأمان.',
    },
    deleted: {
      subject: 'حُذف حساب محفظتك',
      text: 'لم يعد شيء هنا يفتح محفظتك. تفتحها حزمة الاسترداد أو عبارة الاسترداد حيث حفظتها.',
    },
  },
  noticeNote: 'إن لم تكن أنت، فافتح محفظتك وسجّل الخروج من كل مكان وراجع صفحة الأمان فيها.',
  noticeLink: 'فتح محفظتك',
}

/** In the visitor's language where we have it. */
export const mailMessages = (locale: string): MailMessages => languages[mailLanguage(locale)] ?? english

export const mailLanguage = (locale: string): string => {
  const [language = ''] = locale.split('-')
  return language in languages ? language : 'en'
}

const languages: Record<string, MailMessages | undefined> = Object.assign(Object.create(null), {
  en: english,
  de: german,
  ar: arabic,
})

export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (place, key: string) => String(values[key] ?? place))
