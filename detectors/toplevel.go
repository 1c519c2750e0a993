// SPDX-License-Identifier: Apache-2.0

package detectors

// topLevelsOf returns the top-level domains of n letters, sorted and without
// anything between them: those of the public suffix list (publicsuffix.org, as of
// 2026-02-06, the part that follows IANA's root zone). To them come the names that
// private networks use (local, lan, corp, home, internal, intranet); zip, mov and
// target are left out, since text means files and units by them, and onion and arpa,
// which hold no mail.
func topLevelsOf(n int) string {
	switch n {
	case 2:
		return "acadaeafagaialamaoaqarasatauawaxazbabbbdbebfbgbhbibjbmbnbobrbsbtbvbwbybzcacccdcfcgchcickclcmcnco" +
			"crcucvcwcxcyczdedjdkdmdodzeceeegereseteufifjfkfmfofrgagbgdgegfggghgiglgmgngpgqgrgsgtgugwgyhkhmhn" +
			"hrhthuidieiliminioiqirisitjejmjojpkekgkhkikmknkpkrkwkykzlalblclilklrlsltlulvlymamcmdmemgmhmkmlmm" +
			"mnmompmqmrmsmtmumvmwmxmymznancnenfngninlnonpnrnunzompapepfpgphpkplpmpnprpsptpwpyqarerorsrurwsasb" +
			"scsdsesgshsisjskslsmsnsosrssstsusvsxsysztctdtftgthtjtktltmtntotrtttvtwtzuaugukusuyuzvavcvevgvivn" +
			"vuwfwsyeytzazmzw"
	case 3:
		return "aaaabbabcacoadsaegaflaiganzaolappartawsaxabarbbcbbtbcgbcnbetbidbiobizbmsbmwbomboobotboxbuybzhcab" +
			"calcamcarcatcbacbnceocfacfdcomcpacrsdaddayddsdevdhldiydnpdogdotdtvdvreatecoeduesqeusfanfitflyfoo" +
			"foxfrlftrfunfyigalgapgaygdngeaglegmogmxgoogopgotgovhbohivhkthothowibmiceicuifmincinginkintistitv" +
			"jcbjiojlljmpjnjjotjoykfhkiakimkpnkrdlanlatlawldsllcllplollplltdmanmapmbamedmenmilmitmlbmlsmmamoe" +
			"moimommsdmtnmtrnabnbanecnetnewnflngonhknownranrwnttnycobioneongonloooorgottovhpaypetphdpidpinpnc" +
			"proprupubpwcredrenrilrioriprunrwesapsassbisbsscbsewsexsfrskiskysoyspasrlstctabtaxtcitdktelthdtjx" +
			"toptrvtuitvsubsunouolupsvetvigvinvipwedwinwmewowwtcwtfxinxxxxyzyouyun"
	case 4:
		return "aarpableaeroakdnallyamexarabarmyarteasdaasiaaudiautobabybandbankbbvabeerbestbikebingblogbluebofa" +
			"bondbookbuzzcafecallcampcarecarscasacasecashcbrecernchatciticityclubcoolcoopcorpcyoudatadatedclk" +
			"dealdelldesidietdishdocsdvagernifagefailfansfarmfastfidofilmfirefishflirfoodfordfreefundgamegbiz" +
			"gentggeegiftgmbhgoldgolfgooggugeguruhairhaushdfchelpherehomehosthsbcicbcieeeimdbimmoinfoitaujava" +
			"jeepjobsjprskddikidskiwikpmgkredlandlegolgbtlidllifelikelimolinkliveloanloveltdaluxemaifmeetmeme" +
			"menuminimintmobimodamotonamenavynewsnextniconikeolloopenpageparspccwpicspingpinkplaypluspohlporn" +
			"postprodprofqponreadreitrentrestrichroomrsvpruhrsafesalesarlsavesaxoscotseatseeksexyshiashopshow" +
			"silksinasiteskinsncfsohusongsonyspotstarsurftalktaxiteamtechtevatiaatipstowntoystubevanavisaviva" +
			"vivovotevotowangweirwienwikiwineworkxboxyogazarazerozone"
	case 5:
		return "actoradultaetnaamfamamicaapplearchiaudioautosazurebaidubeatsbiblebingoblackboatsboschbuildcanon" +
			"cardschasecheapciscociticclickcloudcoachcodescrowncymrudancedealsdeltadrivedubaiearthedekaemail" +
			"epsonfaithfedexfinalforexforumgallogamesgiftsgivesglassglobogmailgreengripegroupgucciguidehomes" +
			"hondahorsehotelhousehyattikanoirishjetztkoelnkyotolamerleaselegallexuslillyloanslocallocuslotte" +
			"lottomangomediamerckmiamimoneymoviemusicnexusnikonninjanokianowtvomegaosakaparispartspartyphone" +
			"photopizzaplacepokerpraxipressprimepromoquestradiorehabreisericohrocksrodeorugbysalonsenerseven" +
			"sharpshellshoesskypeslingsmartsmilesolarspacesportstadastorestudystylesucksswisstatartirestirol" +
			"tmalltodaytokyotoolstoraytotaltourstradetrusttunestushuubankvegasvideovodkavolvowaleswatchweber" +
			"weiboworksworldxeroxyahoo"
	case 6:
		return "abbottabbvieafricaagencyairbusairtelalipayalsacealstomamazonanquanaramcoauthorbayernbeautyberlin" +
			"bhartibostikbostonbrokercameracareercasinocenterchanelchromechurchcircleclaimscliniccoffeecomsec" +
			"condoscouponcreditcruisedatingdatsundealerdegreedentaldesigndirectdoctordupontdurbanemerckenergy" +
			"estateeventsexpertfamilyflickrfutbolgallupgardengeorgegivingglobalgooglegratishealthhermeshiphop" +
			"hockeyhotelshughesimamatinsureintuitjaguarjoburgjuegoskaufenkindlekosherlatinolawyerlefrakliving" +
			"lockerlondonluxurymadridmaisonmakeupmarketmattelmobilemonashmormonmoscowmuseumnagoyanissannissay" +
			"nortonnowruzofficeolayanonlineoracleorangeotsukapfizerphotosphysiopictetquebecracingrealtyreisen" +
			"repairreportreviewrogersryukyusafetysakurasanofischoolschulesearchsecureselectshoujisoccersocial" +
			"streamstudiosupplysuzukiswatchsydneytaipeitaobaotattootennistiendatjmaxxtkmaxxtoyotatravelunicom" +
			"viajesvikingvillasvirginvisionvotingvoyagewalterwebcamxihuanyachtsyandexzappos"
	case 7:
		return "abogadoacademyagakhanalibabaandroidathletaauctionaudibleauspostbanamexbauhausbestbuybooking" +
			"brothercapitalcaravancareerschannelcharitychintaicitadelclubmedcollegecolognecompanycompare" +
			"contactcookingcorsicacountrycouponscoursescricketcruisesdentistdigitaldomainsexposedexpress" +
			"farmersfashionferrariferrerofinancefishingfitnessflightsfloristflowersforsalefrogansfujitsu" +
			"gallerygentinggodaddygroceryguitarshamburghangouthitachiholidayhostinghotmailhyundaiismaili" +
			"jewelryjuniperkitchenkomatsulacaixalanxesslasallelatrobeleclerclimitedlincolnmarketsmonster" +
			"netbanknetflixnetworkneustarokinawaorganicoriginsphilipspioneerpolitierealtorrecipesrentals" +
			"reviewsrexrothsamsungsandvikschmidtschwarzscienceshikshasinglesstaplesstoragesupportsurgery" +
			"systemstemasektheatertheatreticketstoshibatradingwalmartwanggouwatchesweatherwebsitewedding" +
			"whoswhowindowswinnersyamaxunyoutubezuerich"
	case 8:
		return "abudhabiairforceallstateattorneybarclaysbarefootbargainsbaseballboutiquebradescobroadwaybrussels" +
			"buildersbusinesscapetowncateringcatholicciprianicleaningcliniqueclothingcommbankcomputerdelivery" +
			"deloittedemocratdiamondsdiscountdiscoverdownloadengineerericssonexchangefeedbackfidelityfirmdale" +
			"footballfrontiergoodyeargraingergraphicshdfcbankhelsinkiholdingshospitalinfinitiinternalintranet" +
			"ipirangaistanbuljpmorganlightinglundbeckmarriottmckinseymemorialmerckmsdmortgageobserverpartners" +
			"pharmacypicturesplumbingpropertyreliancesaarlandsamsclubsecurityservicesshoppingsoftbanksoftware" +
			"stcgroupsuppliestrainingvanguardventuresverisignwoodsidexn--90aexn--nodexn--p1aixn--qxamyokohama"
	case 9:
		return "accentureallfinanzamsterdamanalyticsaquarellebarcelonabloombergchristmascommunitydirectory" +
			"educationequipmentfairwindsfinancialfirestonefreseniusfurnituregoldpointhisamitsuhomedepot" +
			"homegoodshomesenseinstituteinsurancekuokgrouplandroverlifestylemarketingmarshallsmelbourne" +
			"microsoftpanasonicrichardlishangrilasolutionsstatebankstatefarmstockholmtravelersvacations" +
			"xn--90aisxn--c1avgxn--d1alfxn--e1a4cxn--fhbeixn--j1aefxn--j1amhxn--l1accxn--ngbrxxn--nqv7f" +
			"xn--p1acfxn--qxa6axn--tckwexn--vhquvyodobashi"
	case 10:
		return "accountantapartmentsassociatesbasketballbnpparibasboehringercapitaloneconsultingcreditcard" +
			"cuisinellaeurovisionextraspacefoundationhealthcareimmobilienindustriesmanagementmitsubishi" +
			"nextdirectpropertiesprotectionprudentialrealestaterepublicanrestaurantschaefflertatamotors" +
			"technologyuniversityvlaanderenxn--30rr7yxn--3pxu8kxn--45q11cxn--4gbrimxn--55qx5dxn--5tzm5g" +
			"xn--80aswgxn--90a3acxn--9dbq2axn--9et52uxn--c2br7gxn--cg4bkixn--czrs0txn--czru2dxn--fiq64b" +
			"xn--fiqs8sxn--fiqz9sxn--io0a7ixn--kput3ixn--mxtq1mxn--o3cw4hxn--pssy2uxn--q7ce6axn--unup4y" +
			"xn--wgbh1cxn--wgbl6axn--y9a3aq"
	case 11:
		return "accountantsbarclaycardblackfridayblockbusterbridgestonecalvinkleincontractorscreditunion" +
			"engineeringenterprisesinvestmentskerryhotelslamborghinimotorcyclesolayangroupphotography" +
			"playstationproductionsprogressiveredumbrellawilliamhillxn--11b4c3dxn--1ck2e1bxn--1qqw23a" +
			"xn--2scrj9cxn--3bst00mxn--3ds443gxn--3hcrj9cxn--42c2d9axn--45brj9cxn--55qw42gxn--6frz82g" +
			"xn--80ao21axn--9krt00axn--cck2b3bxn--czr694bxn--d1acj3bxn--efvy88hxn--fct429kxn--fjq720a" +
			"xn--flw351exn--g2xx48cxn--gecrj9cxn--gk3at1exn--h2brj9cxn--hxt814exn--imr513nxn--j6w193g" +
			"xn--jvr189mxn--kprw13dxn--kpry57dxn--mgbbh1axn--mgbtx2bxn--mix082fxn--mix891fxn--nnx388a" +
			"xn--nyqy26axn--otu796dxn--pgbs0dhxn--q9jyb4cxn--rhqv96gxn--rovu88bxn--s9brj9cxn--ses554g" +
			"xn--t60b56axn--vuq861bxn--w4rs40lxn--xhq521bxn--zfr164b"
	case 12:
		return "constructionlplfinancialscholarshipsversicherungxn--3e0b707exn--45br5cylxn--4dbrk0cexn--80adxhks" +
			"xn--80asehdbxn--8y0a063axn--gckr3f0fxn--mgb2ddesxn--mgb9awbfxn--mgbab2bdxn--mgbgu82axn--mgbpl2fh" +
			"xn--mgbt3dhdxn--mgbtf8flxn--mk1bu44cxn--ngbc5azdxn--ngbe9e0axn--ogbpf8flxn--qcka1pmc"
	case 13:
		return "internationallifeinsurancewolterskluwerxn--cckwcxetdxn--eckvdtc9dxn--fpcrj9c3dxn--fzc2c9e2c" +
			"xn--h2brj9c8cxn--tiq49xqyjxn--yfro4i67oxn--ygbi2ammx"
	case 14:
		return "americanfamilyweatherchannelxn--54b7fta0ccxn--6qq986b3xlxn--80aqecdr1axn--b4w605ferd" +
			"xn--fiq228c5hsxn--h2breg3evexn--jlq480n2rgxn--mgba3a3ejtxn--mgba3a4fraxn--mgbaam7a8h" +
			"xn--mgbayh7gpaxn--mgbbh1a71exn--mgbca7dzdoxn--mgbi4ecexpxn--mgbx4cd0abxn--rvc1e0am3e"
	case 15:
		return "americanexpresskerrypropertiessandvikcoromantxn--i1b6b1a6a2exn--kcrx77d1x4axn--lgbbat1ad8j" +
			"xn--mgba3a4f16axn--mgbc0a9azcgxn--nqv7fs00ema"
	case 16:
		return "xn--fzys8d69uvgmxn--mgba7c0bbn0axn--mgbcpq6gpa1axn--mgbqly7cvafrxn--xkc2al3hye2a"
	case 17:
		return "xn--5su34j936bgsgxn--bck1b9a5dre4cxn--mgbah1a3hjkrdxn--mgbai9azgqp6jxn--mgberp4a5d4ar" +
			"xn--xkc2dl3a5ee0h"
	case 18:
		return "travelersinsurancexn--mgbai9a5eva00b"
	case 19:
		return "xn--mgberp4a5d4a87gxn--mgbqly7c0a67fbc"
	case 20:
		return "xn--w4r85el8fhu5dnra"
	case 22:
		return "xn--clchc0ea0b2g2a9gcd"
	case 23:
		return "xn--vermgensberater-ctb"
	case 24:
		return "xn--vermgensberatung-pwb"
	}
	return ""
}
