import { defineMessages, type Translation } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { selectMailTexts } from '../wallet/mail/mailLanguage.ts'

/** The texts of the guardian's mails and of the cancel page behind their link. */
const messages = defineMessages('guardian', {
  site: 'Site',
  codeTitle: 'Your code to recover your wallet',
  codeExpiry: 'It is valid for {minutes} minutes and can be used once.',
  codeNote:
    'Anyone who has this code can take over your wallet. We never ask for it anywhere else, neither by phone nor by email.',
  notMe: 'This was not me',
  begunSubject: 'Your wallet can be opened in a new browser from {time}',
  begunTitle: 'Somebody is recovering your wallet',
  begunText: 'Somebody entered the code that we sent to you. That browser can open your wallet from {time}.',
  begunNote: 'If this was not you, stop the recovery now: somebody else reads your email.',
  stop: 'Stop the recovery',
  releasedTitle: 'Your wallet was opened in a new browser',
  releasedText: 'It was recovered with codes that we sent to your email address.',
  releasedNote: 'If this was not you, move everything in it to another wallet at once.',
  page: {
    ask: {
      title: 'Stop the recovery of your wallet?',
      text: 'Then nobody gets your wallet, and no recovery can start for a day.',
    },
    cancelled: {
      title: 'The recovery was stopped',
      text: 'Nobody gets your wallet. Change the password of your mailbox: somebody else may be reading your email.',
    },
    invalid: {
      title: 'Nothing to stop',
      text: 'This recovery has already ended, or the link is incomplete.',
    },
  },
})

type GuardianTexts = Translation<(typeof messages)['en']>

const german: GuardianTexts = {
  site: 'Website',
  codeTitle: 'Ihr Code zur Wiederherstellung Ihrer Wallet',
  codeExpiry: 'Er gilt {minutes} Minuten und nur einmal.',
  codeNote:
    'Wer diesen Code hat, kann Ihre Wallet übernehmen. Wir fragen nirgends sonst danach, weder am Telefon noch per E-Mail.',
  notMe: 'Das war ich nicht',
  begunSubject: 'Ihre Wallet kann ab {time} in einem neuen Browser geöffnet werden',
  begunTitle: 'Jemand stellt Ihre Wallet wieder her',
  begunText:
    'Jemand hat den Code eingegeben, den wir Ihnen gesendet haben. Dieser Browser kann Ihre Wallet ab {time} öffnen.',
  begunNote: 'Waren Sie es nicht, dann halten Sie die Wiederherstellung jetzt an: Jemand anderes liest Ihre E-Mails.',
  stop: 'Wiederherstellung anhalten',
  releasedTitle: 'Ihre Wallet wurde in einem neuen Browser geöffnet',
  releasedText: 'Sie wurde mit Codes wiederhergestellt, die wir an Ihre E-Mail-Adresse gesendet haben.',
  releasedNote: 'Waren Sie es nicht, dann übertragen Sie sofort alles in eine andere Wallet.',
  page: {
    ask: {
      title: 'Die Wiederherstellung Ihrer Wallet anhalten?',
      text: 'Dann bekommt niemand Ihre Wallet, und einen Tag lang kann keine Wiederherstellung beginnen.',
    },
    cancelled: {
      title: 'Die Wiederherstellung wurde angehalten',
      text: 'Niemand bekommt Ihre Wallet. Ändern Sie das Passwort Ihres Postfachs: Jemand anderes liest vielleicht Ihre E-Mails.',
    },
    invalid: {
      title: 'Nichts anzuhalten',
      text: 'Diese Wiederherstellung ist schon zu Ende, oder der Link ist nicht vollständig.',
    },
  },
}

const arabic: GuardianTexts = {
  site: 'الموقع',
  codeTitle: 'رمزك لاستعادة محفظتك',
  codeExpiry: 'الرمز صالح لمدة {minutes} دقائق ولمرة واحدة.',
  codeNote: 'من يملك هذا الرمز يمكنه الاستيلاء على محفظتك. لا نطلبه في أي مكان آخر، لا بالهاتف ولا بالبريد.',
  notMe: 'لم أكن أنا',
  begunSubject: 'يمكن فتح محفظتك في متصفح جديد ابتداءً من {time}',
  begunTitle: 'شخص يستعيد محفظتك',
  begunText: 'أدخل شخص الرمز الذي أرسلناه إليك. يمكن لذلك المتصفح فتح محفظتك ابتداءً من {time}.',
  begunNote: 'إن لم تكن أنت، فأوقف الاستعادة الآن: شخص آخر يقرأ بريدك.',
  stop: 'إيقاف الاستعادة',
  releasedTitle: 'فُتحت محفظتك في متصفح جديد',
  releasedText: 'استُعيدت برموز أرسلناها إلى عنوان بريدك.',
  releasedNote: 'إن لم تكن أنت، فانقل كل ما فيها إلى محفظة أخرى فورًا.',
  page: {
    ask: {
      title: 'هل تريد إيقاف استعادة محفظتك؟',
      text: 'عندها لن يحصل أحد على محفظتك، ولا يمكن بدء أي استعادة لمدة يوم.',
    },
    cancelled: {
      title: 'أُوقفت الاستعادة',
      text: 'لن يحصل أحد على محفظتك. غيّر كلمة مرور صندوق بريدك، فقد يقرؤه شخص آخر.',
    },
    invalid: {
      title: 'لا شيء لإيقافه',
      text: 'انتهت هذه الاستعادة بالفعل، أو أن الرابط غير كامل.',
    },
  },
}

export const guardianTexts = selectMailTexts(messages, { de: german, ar: arabic })
